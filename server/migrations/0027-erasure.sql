-- Erasure: cells that must not exist any more are taken out of everything that holds them, in every version. The one
-- exception to deltas and segments that never change. What is said about it stays: ops, events, the audit log.

-- What was erased, for nodes: each throws away what it holds of these tables. Forgotten after some days.
create table erasure (
  workbook_id uuid not null references workbook on delete cascade,
  erasure_id  uuid not null,
  tables      uuid[] not null,
  -- What is gone from the object store, and of which a node may have copies.
  objects     text[] not null,
  at          timestamptz not null default clock_timestamp(),
  primary key (workbook_id, erasure_id)
);
create index erasure_by_time on erasure (at);
revoke insert, update, delete, truncate on erasure from bindery_service;

-- The bytes of the file are gone: something in it was erased.
alter table source_revision add column erased_at timestamptz;

-- The same cells with NULL in these columns, by their ids.
create function without_cells(cells jsonb, columns text[]) returns jsonb
language sql immutable as $$
  select case when cells ?| columns then (
    select jsonb_object_agg(c.key, case when c.key = any (columns) then 'null' else c.value end) from jsonb_each(cells) as c)
  else cells end
$$;

-- Segments of a manifest, each replaced by the one that was written for it: {"<old id>": [segment_id, row_lo, …]}.
create function with_segments(segments jsonb, swaps jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(coalesce(swaps -> (e ->> 0), e) order by n), segments)
  from jsonb_array_elements(segments) with ordinality as listed (e, n)
$$;

-- Every segment that some version of a table is read from: [[segment_id, row_lo, row_hi, rows, bytes]…].
create function segments_named(in_workbook_id uuid, in_table_id uuid) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(e), '[]') from (
    select distinct e from manifest m, jsonb_array_elements(m.segments || coalesce(m.added, '[]')) as e
    where m.workbook_id = in_workbook_id and m.table_id = in_table_id) as named
$$;

-- Takes the cells of these columns (ids) and rows (null: all) out of what PostgreSQL itself holds of a table. How many
-- edits, overrides and conflicts it were. The caller holds the head lock.
create function erase_cells(in_workbook_id uuid, in_table_id uuid, in_columns integer[], in_rows bigint[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  keys text[] := in_columns::text[];
  touched bigint;
  erased bigint;
begin
  update delta d set cells = without_cells(d.cells, keys), before = without_cells(d.before, keys)
  where d.workbook_id = head.workbook_id and d.table_id = in_table_id and (in_rows is null or d.row_id = any (in_rows))
    and (d.cells ?| keys or d.before ?| keys);
  get diagnostics erased = row_count;
  update cell_override o set value = null, base_value = null, made_value = null
  where o.workbook_id = in_workbook_id and o.table_id = in_table_id and o.column_id = any (in_columns)
    and (in_rows is null or o.row_id = any (in_rows));
  get diagnostics touched = row_count;
  erased := erased + touched;
  update conflict c set base_value = null, prior_value = null, value = null
  where c.workbook_id = in_workbook_id and c.table_id = in_table_id and (c.column_id is null or c.column_id = any (in_columns))
    and (in_rows is null or c.row_id = any (in_rows));
  get diagnostics touched = row_count;
  -- A note on a cell may say what stands in it.
  delete from annotation a
  where a.workbook_id = in_workbook_id and a.table_id = in_table_id and a.kind in ('row', 'cell', 'column')
    and (in_rows is null or a.rows <> '{}' and exists (select from unnest(in_rows) as r where a.rows @> r))
    and (a.origins = '{}' or exists (
      select from table_schema s, jsonb_array_elements(s.columns) as c
      where s.workbook_id = in_workbook_id and s.table_id = in_table_id and (c ->> 'id')::integer = any (in_columns)
        and (c ->> 'origin')::integer = any (a.origins)));
  -- What rows older than a column hold is a value of each of them.
  if in_rows is null then
    update table_schema s set columns = (
      select jsonb_agg(case when (c ->> 'id')::integer = any (in_columns) then c || '{"initial": null}' else c end order by n)
      from jsonb_array_elements(s.columns) with ordinality as listed (c, n))
    where s.workbook_id = in_workbook_id and s.table_id = in_table_id;
  end if;
  return erased + touched;
end $$;

-- Every version of a table is read from the new segments from now on, and the old ones are doomed at once: no grace.
-- Segments that are being written were made from what is erased, so their writers come too late. False, and nothing has
-- happened: versions are read from segments that nobody has looked at (`known`). The caller holds the head lock.
create function swap_segments(in_workbook_id uuid, in_table_id uuid, swaps jsonb, known uuid[]) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from jsonb_array_elements(segments_named(in_workbook_id, in_table_id)) as e where (e ->> 0)::uuid <> all (known)) then
    return false;
  end if;
  if not make_live(in_workbook_id, (select coalesce(jsonb_agg(s.value), '[]') from jsonb_each(swaps) as s)) then
    raise exception 'a segment of table % is not there any more', in_table_id;
  end if;
  update manifest m set segments = with_segments(m.segments, swaps), added = with_segments(m.added, swaps)
  where m.workbook_id = in_workbook_id and m.table_id = in_table_id;
  update segment s set state = 'D', lease_until = null
  where s.workbook_id = in_workbook_id and s.table_id = in_table_id and (s.state = 'P' or swaps ? s.segment_id::text);
  return true;
end $$;

-- Forgets what was answered from these tables and kept: results of queries, what jobs told. Open branches of them expire:
-- a file that came back would bring the cells with it. Returns the objects that held results. The caller holds the head lock.
create function erase_answers(in_workbook_id uuid, in_tables uuid[]) returns uuid[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  objects uuid[];
begin
  with gone as (
    delete from result r where r.workbook_id = in_workbook_id and r.tables && in_tables returning r.object_id)
  select coalesce(array_agg(object_id) filter (where object_id is not null), '{}') into objects from gone;
  update result_object o set expires_at = now() where o.workbook_id = in_workbook_id and o.object_id = any (objects);
  update job j set result = null where j.workbook_id = in_workbook_id and j.result is not null;
  update branch b set expires_at = least(b.expires_at, now())
  where b.workbook_id = in_workbook_id and exists (
    select from branch_table t where t.workbook_id = b.workbook_id and t.branch_id = b.branch_id and t.table_id = any (in_tables));
  delete from pin p
  where p.workbook_id = in_workbook_id and p.table_id = any (in_tables) and p.reason = 'branch';
  return objects;
end $$;

-- A file cannot be changed, so one that held an erased cell goes as a whole, in every revision; so does what was found out
-- about its content. The same bytes sent again are another file. Returns the objects. The caller holds the head lock.
create function erase_files(in_workbook_id uuid, in_sources uuid[]) returns uuid[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  objects uuid[];
begin
  delete from structuring s using source_revision r
  where r.workbook_id = in_workbook_id and r.source_id = any (in_sources) and s.workbook_id = r.workbook_id and s.content = r.sha256;
  with gone as (
    update source_revision r set erased_at = now(), sha256 = sha256(uuid_send(r.object_id))
    where r.workbook_id = in_workbook_id and r.source_id = any (in_sources) and r.erased_at is null
    returning r.object_id)
  select coalesce(array_agg(object_id), '{}') into objects from gone;
  return objects;
end $$;

-- Tells the nodes. Runs that are under way have read what is erased: none of them commits. The caller holds the head lock.
create function record_erasure(in_workbook_id uuid, in_erasure_id uuid, in_tables uuid[], in_objects text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update table_head h set run_token = null where h.workbook_id = in_workbook_id and h.run_token is not null;
  insert into erasure (workbook_id, erasure_id, tables, objects) values (in_workbook_id, in_erasure_id, in_tables, in_objects)
$$;

create function forget_erasures(days integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from erasure where at < now() - make_interval(days => days)
$$;

-- What somebody may see depends on his roles: whatever was answered under others is decided anew. By a trigger, so that no
-- way to change roles can forget it. Only where policies lie: elsewhere roles hide nothing. Heads are locked in order, and
-- whoever holds one waits for no other.
create function raise_policy_epochs() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform from workbook_head h join workbook w using (workbook_id)
  where w.is_governed and case tg_table_name
    when 'workbook_member' then w.workbook_id = (changed ->> 'workbook_id')::uuid
    else w.workspace_id = (changed ->> 'workspace_id')::uuid end
  order by h.workbook_id for update of h;
  update workbook_head h set policy_epoch = h.policy_epoch + 1 from workbook w
  where w.workbook_id = h.workbook_id and w.is_governed and case tg_table_name
    when 'workbook_member' then w.workbook_id = (changed ->> 'workbook_id')::uuid
    else w.workspace_id = (changed ->> 'workspace_id')::uuid end;
  return null;
end $$;
create trigger workspace_member_roles after insert or update of base_role, custom_roles or delete on workspace_member
  for each row execute function raise_policy_epochs();
create trigger workbook_member_roles after insert or update of role or delete on workbook_member
  for each row execute function raise_policy_epochs();

revoke all on function without_cells, with_segments, segments_named, erase_cells, swap_segments, erase_answers, erase_files,
  record_erasure, forget_erasures, raise_policy_epochs from public;
grant execute on function segments_named, erase_cells, swap_segments, erase_answers, erase_files, record_erasure,
  forget_erasures to bindery_service;
