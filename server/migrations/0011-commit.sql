-- The commit: one call, one transaction, one lock. Version check, edit, op, audit entry, stale marks and events stand or
-- fall together.
--
-- A commit takes a list of writes, one per table, each an object:
--   table       the table's id
--   expected    the edit version the caller saw, or null when he declines the check
--   read        the version the write was prepared on; a later change to what it read sends it back ('reread')
--   match       true: rows were looked up by their values, so anything newer sends it back
--   token       the run this write belongs to; another run has begun since: 'fenced'
--   kind        d: row edits, s: schema only, a: append, b: a new base
--   rows        [[op, row_id or null, cells, before, row_version]…], op I, U or D
--   columns     the new schema, when it changes;   next_column_id  likewise
--   segments    [[segment_id, row_lo, row_hi, rows, bytes]…]: a: the new ones, b: all
--   overlays    b: versions whose deltas lie over the segments, as text of an int8multirange
--   row_count   b: rows in all;   content_version, schema_no, built_from  of a restore or a run
--   create      {name, kind, layer, description}: the table is new
--   rename      the table's new name
--   stale       false: the write makes the table fresh (a run)

-- A ULID as uuid, as the nodes make them.
create function new_id() returns uuid
language sql volatile as $$
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid
$$;

-- Would this write overlook something that came after what it read? Only row edits have read anything.
create function has_newer(w jsonb, t table_head) returns boolean
language sql stable as $$
  select (w ->> 'read')::bigint < t.edit_version and (
    coalesce((w ->> 'match')::boolean, false)
    or exists (
      select from table_version v
      where v.workbook_id = t.workbook_id and v.table_id = t.table_id
        and v.version > (w ->> 'read')::bigint and v.kind in ('b', 's'))
    or exists (
      select from jsonb_array_elements(w -> 'rows') as r
      join delta d on d.workbook_id = t.workbook_id and d.table_id = t.table_id and d.row_id = (r ->> 1)::bigint
      where d.version > (w ->> 'read')::bigint))
$$;

-- Rows whose own version lies behind a later edit: what `lock: row` refuses.
create function rows_changed_since(w jsonb, t table_head) returns bigint[]
language sql stable as $$
  select array_agg(distinct (r ->> 1)::bigint)
  from jsonb_array_elements(w -> 'rows') as r
  where r ->> 4 is not null and (
    exists (
      select from delta d where d.workbook_id = t.workbook_id and d.table_id = t.table_id
        and d.row_id = (r ->> 1)::bigint and d.version > (r ->> 4)::bigint)
    or exists (
      select from table_version v where v.workbook_id = t.workbook_id and v.table_id = t.table_id
        and v.version > (r ->> 4)::bigint and v.kind = 'b'))
$$;

-- Are the row ranges of these segments disjoint?
create function are_disjoint(segments jsonb) returns boolean
language sql immutable as $$
  select coalesce(bool_and(row_lo > last_hi), true) from (
    select (e ->> 1)::bigint as row_lo, lag((e ->> 2)::bigint) over (order by (e ->> 1)::bigint) as last_hi
    from jsonb_array_elements(segments) as e) as ranges
  where last_hi is not null
$$;

create function by_row_id(segments jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(e order by (e ->> 1)::bigint), '[]') from jsonb_array_elements(segments) as e
$$;

create function newest_manifest(t table_head) returns manifest
language sql stable as $$
  select m from manifest m where m.workbook_id = t.workbook_id and m.table_id = t.table_id order by m.version desc limit 1
$$;

-- What keeps a write from being made, or null. Asked before anything is written.
create function why_not(w jsonb, t table_head) returns jsonb
language plpgsql stable as $$
declare
  changed bigint[];
begin
  if (w ->> 'expected')::bigint <> t.edit_version then
    select array_agg(row_id) into changed from (
      select distinct d.row_id from delta d
      where d.workbook_id = t.workbook_id and d.table_id = t.table_id and d.version > (w ->> 'expected')::bigint
      order by d.row_id limit 1000) as edited;
    return jsonb_build_object('status', 'conflict', 'table', t.table_id, 'current', t.edit_version, 'changed', to_jsonb(changed));
  end if;
  if w ? 'token' and w ->> 'token' is distinct from t.run_token::text then
    return jsonb_build_object('status', 'fenced', 'table', t.table_id);
  end if;
  changed := rows_changed_since(w, t);
  if changed is not null then
    return jsonb_build_object('status', 'row_conflict', 'table', t.table_id, 'current', t.edit_version, 'changed', to_jsonb(changed));
  end if;
  if has_newer(w, t) then
    return jsonb_build_object('status', 'reread', 'table', t.table_id, 'current', t.edit_version);
  end if;
  -- Rows numbered for an append, which a checkpoint has since gone past: they need new numbers.
  if w ->> 'kind' = 'a' and not are_disjoint((newest_manifest(t)).segments || (w -> 'segments')) then
    return jsonb_build_object('status', 'reread', 'table', t.table_id, 'current', t.edit_version);
  end if;
  -- Checkpoints have fallen behind: small edits go on, large ones wait.
  if t.delta_rows >= 200000 and jsonb_array_length(coalesce(w -> 'rows', '[]')) > 100 then
    return jsonb_build_object('status', 'behind', 'table', t.table_id);
  end if;
  return null;
end $$;

-- A new table stands at version 0 until the commit that creates it has written version 1.
create function begin_table(in_workbook_id uuid, w jsonb) returns table_head
language plpgsql as $$
declare
  t table_head;
begin
  insert into artifact (workbook_id, artifact_id, kind, layer, name, state, description)
  values (in_workbook_id, (w ->> 'table')::uuid, w #>> '{create,kind}', w #>> '{create,layer}', w #>> '{create,name}', 'active', w #>> '{create,description}');
  insert into table_head (workbook_id, table_id, edit_version, content_version, schema_no, row_count, next_row_id, next_column_id, manifest_version, changed_seq)
  values (in_workbook_id, (w ->> 'table')::uuid, 0, 0, 0, 0, 1, 1, 0, 0)
  returning * into t;
  update workbook set table_count = table_count + 1 where workbook_id = in_workbook_id;
  return t;
end $$;

-- Writes the deltas of one version. New rows get their ids here, in the order they were sent.
create function write_deltas(w jsonb, inout t table_head, in_version bigint, out row_ids bigint[], out inserted bigint, out updated bigint, out deleted bigint)
language plpgsql as $$
declare
  unnumbered bigint;
  bytes bigint;
begin
  with sent as (
    select r ->> 0 as op, (r ->> 1)::bigint as id, nullif(r -> 2, 'null') as cells, nullif(r -> 3, 'null') as before, n
    from jsonb_array_elements(w -> 'rows') with ordinality as rows (r, n)
  ), numbered as (
    select *, coalesce(id, t.next_row_id - 1 + row_number() over (partition by id is null order by n)) as row_id from sent
  ), written as (
    insert into delta (workbook_id, table_id, row_id, version, op, cells, before)
    select t.workbook_id, t.table_id, numbered.row_id, in_version, numbered.op::"char", numbered.cells, numbered.before
    from numbered
  )
  select coalesce(array_agg(numbered.row_id order by n), '{}'), count(*) filter (where op = 'I'), count(*) filter (where op = 'U'),
    count(*) filter (where op = 'D'), count(*) filter (where id is null), coalesce(sum(octet_length(cells::text)), 0)
  into row_ids, inserted, updated, deleted, unnumbered, bytes from numbered;
  t.next_row_id := t.next_row_id + unnumbered;
  t.row_count := t.row_count + inserted - deleted;
  t.delta_since := coalesce(t.delta_since, clock_timestamp());
  t.delta_rows := t.delta_rows + cardinality(row_ids);
  t.delta_bytes := t.delta_bytes + bytes;
end $$;

-- Makes segments live, if their writer still holds them: a paused one whose lease ran out finds them gone. False: one is.
create function make_live(in_workbook_id uuid, listed jsonb) returns boolean
language plpgsql as $$
begin
  update segment s set state = 'L', lease_until = null, unreferenced_since = null
  from jsonb_array_elements(listed) as e
  where s.workbook_id = in_workbook_id and s.segment_id = (e ->> 0)::uuid
    and (s.state = 'P' and s.sha256 is not null or s.state = 'L' and s.unreferenced_since is not null);
  return not exists (
    select from jsonb_array_elements(listed) as e
    left join segment s on s.workbook_id = in_workbook_id and s.segment_id = (e ->> 0)::uuid and s.state = 'L'
    where s.segment_id is null);
end $$;

-- Counts the edits that lie over the segments of the newest manifest.
create function count_pending(inout t table_head, versions int8multirange)
language plpgsql as $$
begin
  select count(*), coalesce(sum(octet_length(d.cells::text)), 0) into t.delta_rows, t.delta_bytes
  from unnest(versions) as r
  join delta d on d.workbook_id = t.workbook_id and d.table_id = t.table_id
    and d.version >= coalesce(lower(r), 0) and d.version < coalesce(upper(r), 9223372036854775807);
  t.delta_since := case when t.delta_rows > 0 then coalesce(t.delta_since, clock_timestamp()) end;
end $$;

-- Registers what an append or a new base is made of.
create function write_manifest(w jsonb, inout t table_head, in_version bigint)
language plpgsql as $$
declare
  last manifest;
  over int8multirange := coalesce((w ->> 'overlays')::int8multirange, '{}');
begin
  if not make_live(t.workbook_id, w -> 'segments') then
    raise exception 'a segment of table % is not there any more', t.table_id;
  end if;
  if w ->> 'kind' = 'a' then
    last := newest_manifest(t);
    insert into manifest (workbook_id, table_id, version, kind, overlays, segments, added)
    values (t.workbook_id, t.table_id, in_version, 'a',
      last.overlays + int8multirange(int8range(last.version, t.edit_version, '(]')), by_row_id(last.segments || (w -> 'segments')), w -> 'segments');
    t.row_count := t.row_count + (select coalesce(sum((e ->> 3)::bigint), 0) from jsonb_array_elements(w -> 'segments') as e);
  else
    insert into manifest (workbook_id, table_id, version, kind, overlays, segments)
    values (t.workbook_id, t.table_id, in_version, 'b', over, w -> 'segments');
    t := count_pending(t, over);
  end if;
  t.manifest_version := in_version;
end $$;

-- Marks what is made from these tables, and what is made from that. Stale is closed downwards, so an edit of a table
-- whose children are stale already looks one level deep and stops.
create function mark_stale(in_workbook_id uuid, tables uuid[], in_at timestamptz) returns uuid[]
language plpgsql as $$
declare
  marked uuid[] := '{}';
  level uuid[] := tables;
begin
  loop
    with newly as (
      update table_head h set stale_since = in_at, stale_reason = 'upstream_edit'
      from lineage l
      where l.workbook_id = in_workbook_id and l.from_id = any (level)
        and h.workbook_id = in_workbook_id and h.table_id = l.to_id and h.stale_since is null
      returning h.table_id
    )
    select array_agg(distinct table_id) into level from newly;
    exit when level is null;
    marked := marked || level;
  end loop;
  return marked;
end $$;

-- One version of one table. The caller holds the head lock and has asked why_not.
create function write_version(inout t table_head, w jsonb, head workbook_head, in_op_id bigint, out outcome jsonb)
language plpgsql as $$
declare
  v bigint := t.edit_version + 1;
  ids bigint[] := '{}';
  inserted bigint := 0;
  updated bigint := 0;
  deleted bigint := 0;
  written record;
begin
  if w ? 'columns' then
    t.schema_no := (select coalesce(max(s.schema_no), 0) + 1 from table_schema s where s.workbook_id = t.workbook_id and s.table_id = t.table_id);
    t.next_column_id := greatest(t.next_column_id, coalesce((w ->> 'next_column_id')::integer, t.next_column_id));
    insert into table_schema (workbook_id, table_id, schema_no, columns) values (t.workbook_id, t.table_id, t.schema_no, w -> 'columns');
  end if;
  t.schema_no := coalesce((w ->> 'schema_no')::integer, t.schema_no);
  if w ->> 'kind' in ('a', 'b') then
    t := write_manifest(w, t, v);
  end if;
  if w ? 'rows' then
    written := write_deltas(w, t, v);
    t := written.t;
    ids := written.row_ids;
    inserted := written.inserted;
    updated := written.updated;
    deleted := written.deleted;
  end if;
  if w ->> 'kind' = 'b' then
    t.row_count := (w ->> 'row_count')::bigint;
  end if;
  if w ? 'rename' then
    update artifact set name = w ->> 'rename', updated_at = now() where workbook_id = t.workbook_id and artifact_id = t.table_id;
  end if;
  t.edit_version := v;
  t.content_version := coalesce((w ->> 'content_version')::bigint, v);
  t.changed_seq := head.edit_seq;
  if (w ->> 'stale')::boolean is false then
    t.stale_since := null;
    t.stale_reason := null;
    t.run_token := null;
  end if;
  insert into table_version (workbook_id, table_id, version, kind, schema_no, row_count, edit_seq, op_id, at, content_version, built_from)
  values (t.workbook_id, t.table_id, v, (w ->> 'kind')::"char", t.schema_no, t.row_count, head.edit_seq, in_op_id, head.last_at, t.content_version, w -> 'built_from');
  update table_head h set
    edit_version = t.edit_version, content_version = t.content_version, schema_no = t.schema_no, row_count = t.row_count,
    next_row_id = t.next_row_id, next_column_id = t.next_column_id, manifest_version = t.manifest_version,
    delta_rows = t.delta_rows, delta_bytes = t.delta_bytes, delta_since = t.delta_since, changed_seq = t.changed_seq,
    stale_since = t.stale_since, stale_reason = t.stale_reason, run_token = t.run_token
  where h.workbook_id = t.workbook_id and h.table_id = t.table_id;
  outcome := jsonb_build_object(
    'table', t.table_id, 'edit_version', v, 'row_count', t.row_count, 'row_ids', to_jsonb(ids),
    'inserted', inserted, 'updated', updated, 'deleted', deleted);
end $$;

-- What an edit of this table is told as.
create function updated_event(outcome jsonb, in_workbook_id uuid, cause text, in_op_id bigint) returns json
language sql stable as $$
  select json_build_object(
    'artifact', json_build_object('id', wire_id('art', a.artifact_id), 'name', a.name, 'type', a.kind, 'layer', a.layer),
    'edit_version', outcome -> 'edit_version', 'cause', cause, 'op_id', in_op_id,
    'rows', json_build_object('inserted', outcome -> 'inserted', 'updated', outcome -> 'updated', 'deleted', outcome -> 'deleted'))
  from artifact a where a.workbook_id = in_workbook_id and a.artifact_id = (outcome ->> 'table')::uuid
$$;

create function stale_event(in_workbook_id uuid, in_table_id uuid, in_at timestamptz) returns json
language sql stable as $$
  select json_build_object(
    'artifact', json_build_object('id', wire_id('art', a.artifact_id), 'name', a.name, 'type', a.kind, 'layer', a.layer),
    'stale_since', wire_time(in_at),
    'upstream', (select json_agg(u.name order by u.name) from lineage l
      join artifact u on u.workbook_id = l.workbook_id and u.artifact_id = l.from_id
      where l.workbook_id = in_workbook_id and l.to_id = in_table_id))
  from artifact a where a.workbook_id = in_workbook_id and a.artifact_id = in_table_id
$$;

-- Asks for a checkpoint when reading would begin to feel the edits that lie over the segments, or a day after the first.
create function ask_for_checkpoint(t table_head, had_pending boolean) returns void
language plpgsql as $$
declare
  is_due boolean := t.delta_rows >= least(greatest(t.row_count / 100, 1000), 10000) or t.delta_bytes >= 8388608;
begin
  if is_due or t.delta_rows > 0 and not had_pending then
    perform enqueue_task('table.checkpoint', json_build_object('workbook_id', t.workbook_id, 'table_id', t.table_id),
      'table.checkpoint:' || t.table_id, case when not is_due then now() + interval '1 day' end, 3);
  end if;
end $$;

create function commit_edit(
  in_workbook_id uuid, writes jsonb, op_kind text, actor jsonb, detail jsonb, undoes bigint, parts audit_parts
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  old_audit_seq bigint := head.audit_seq;
  event_actor json := json_build_object('name', actor -> 'name', 'user_id', actor -> 'user_id');
  w jsonb;
  t table_head;
  refusal jsonb;
  outcome jsonb;
  outcomes jsonb := '[]';
  edited uuid[] := '{}';
  stale uuid;
  stales uuid[];
  written record;
  had_pending boolean;
begin
  for w in select value from jsonb_array_elements(writes) as value order by value ->> 'table' loop
    continue when w ? 'create';
    select h.* into t from table_head h join artifact a on a.workbook_id = h.workbook_id and a.artifact_id = h.table_id
    where h.workbook_id = in_workbook_id and h.table_id = (w ->> 'table')::uuid and a.deleted_at is null;
    if not found then
      return jsonb_build_object('status', 'gone', 'table', w -> 'table');
    end if;
    refusal := why_not(w, t);
    if refusal is not null then
      return refusal;
    end if;
  end loop;

  head.edit_seq := head.edit_seq + 1;
  head.op_id := head.op_id + 1;
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
  for w in select value from jsonb_array_elements(writes) as value order by value ->> 'table' loop
    if w ? 'create' then
      t := begin_table(in_workbook_id, w);
    else
      select * into t from table_head h where h.workbook_id = in_workbook_id and h.table_id = (w ->> 'table')::uuid;
    end if;
    had_pending := t.delta_rows > 0;
    written := write_version(t, w, head, head.op_id);
    t := written.t;
    outcome := written.outcome;
    outcomes := outcomes || outcome;
    edited := edited || t.table_id;
    head := link_event(head, new_id(), 'artifact.updated', event_actor, updated_event(outcome, in_workbook_id, op_kind, head.op_id));
    perform ask_for_checkpoint(t, had_pending);
  end loop;

  stales := mark_stale(in_workbook_id, edited, head.last_at);
  foreach stale in array stales loop
    head := link_event(head, new_id(), 'artifact.stale', event_actor, stale_event(in_workbook_id, stale, head.last_at));
  end loop;
  insert into op (workbook_id, op_id, table_id, kind, edit_version, actor, detail, at)
  values (in_workbook_id, head.op_id, case when cardinality(edited) = 1 then edited[1] end, op_kind,
    case when cardinality(edited) = 1 then (outcomes #>> '{0,edit_version}')::bigint end, actor, detail, head.last_at);
  if undoes is not null then
    update op set undone_by = head.op_id where workbook_id = in_workbook_id and op_id = undoes;
  end if;
  head := link_pending_audit(head, 1000);
  head := link_audit(head, parts, head.op_id, null, null);
  update workbook_head h set edit_seq = head.edit_seq, op_id = head.op_id, event_seq = head.event_seq where h.workbook_id = in_workbook_id;
  perform save_audit_head(head, old_audit_seq);
  return jsonb_build_object('status', 'ok', 'edit_seq', head.edit_seq, 'op_id', head.op_id, 'at', wire_time(head.last_at),
    'tables', outcomes,
    'stale', (select coalesce(jsonb_agg(a.name order by a.name), '[]') from artifact a
      where a.workbook_id = in_workbook_id and a.artifact_id = any (stales)));
end $$;

-- Row ids for a bulk writer, who numbers his rows before he commits them. What he does not use is never given again.
create function reserve_row_ids(in_workbook_id uuid, in_table_id uuid, n bigint) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  update table_head set next_row_id = next_row_id + n
  where workbook_id = in_workbook_id and table_id = in_table_id
  returning next_row_id - n
$$;

-- A checkpoint writes the content of version u as segments. It is no version: it changes nothing anybody reads, so it
-- needs no check. `listed` is what holds the content of u now. False: it came too late, and its segments are nobody's.
create function save_checkpoint(in_workbook_id uuid, in_table_id uuid, u bigint, listed jsonb) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  t table_head;
  newest manifest;
begin
  select * into t from table_head h where h.workbook_id = head.workbook_id and h.table_id = in_table_id;
  if not found or not make_live(in_workbook_id, listed) then
    return false;
  end if;
  insert into manifest (workbook_id, table_id, version, kind, overlays, segments)
  values (in_workbook_id, in_table_id, u, 'c', '{}', listed)
  on conflict (workbook_id, table_id, version) do update set segments = excluded.segments, overlays = '{}', at = now();
  newest := newest_manifest(t);
  if newest.version > u then
    newest := rebase_appends(t, newest, u, listed);
  end if;
  t.delta_since := null;
  t := count_pending(t, newest.overlays + int8multirange(int8range(newest.version, null, '(]')));
  update table_head h set manifest_version = newest.version, delta_rows = t.delta_rows, delta_bytes = t.delta_bytes, delta_since = t.delta_since
  where h.workbook_id = in_workbook_id and h.table_id = in_table_id;
  perform ask_for_checkpoint(t, false);
  return true;
end $$;

-- When only appends came after u, the newest manifest is the checkpoint, what they added, and the edits after u: it
-- gains from the checkpoint as well. Their ids may lie between those of the checkpoint's segments; then it stays.
create function rebase_appends(t table_head, newest manifest, u bigint, listed jsonb) returns manifest
language plpgsql as $$
declare
  added jsonb;
  joined jsonb;
begin
  select jsonb_path_query_array(jsonb_agg(m.added), '$[*][*]') into added from manifest m
  where m.workbook_id = t.workbook_id and m.table_id = t.table_id and m.version > u
  having bool_and(m.kind = 'a');
  joined := by_row_id(listed || added);
  if added is null or coalesce(lower(newest.overlays), u + 1) > u or not are_disjoint(joined) then
    return newest;
  end if;
  newest.segments := joined;
  newest.overlays := int8multirange(int8range(u, newest.version - 1, '(]'));
  update manifest m set segments = newest.segments, overlays = newest.overlays, at = now()
  where m.workbook_id = t.workbook_id and m.table_id = t.table_id and m.version = newest.version;
  return newest;
end $$;

revoke all on function has_newer, rows_changed_since, why_not, begin_table, write_deltas, write_manifest, mark_stale,
  write_version, updated_event, stale_event, ask_for_checkpoint, are_disjoint, by_row_id, newest_manifest, make_live,
  count_pending, rebase_appends from public;
revoke all on function commit_edit, reserve_row_ids, save_checkpoint from public;
grant execute on function commit_edit, reserve_row_ids, save_checkpoint to bindery_service;
