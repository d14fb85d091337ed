-- Which rows of a table a caller may see: a condition about a row and who asks. A table has at most one.
create table row_policy (
  workbook_id uuid not null references workbook on delete cascade,
  table_id    uuid not null,
  -- Columns are named by their origin, which stays when they are renamed.
  condition   json not null,
  note        text check (length(note) <= 500),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, table_id)
);

-- Rows of a table were made from rows of another, now or in a version that may still be read. Only grows: what is no longer made
-- so has older versions that were. Filled by triggers, so that no writer can forget it. A sheet of a file stands among the tables.
create table row_lineage (
  workbook_id   uuid not null references workbook on delete cascade,
  table_id      uuid not null,
  from_table_id uuid not null,
  primary key (workbook_id, table_id, from_table_id)
);

-- What a caller may see of a table hangs on the policies of those it was made from.
create function raise_row_policy_epoch(in_workbook_ids uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update workbook_head h set policy_epoch = h.policy_epoch + 1
  where h.workbook_id = any (in_workbook_ids) and exists (select from row_policy p where p.workbook_id = h.workbook_id)
$$;

-- Tables that were read from one sheet hold the same rows: both are made from the sheet, and the sheet from them.
create function sheet_node(source_id uuid, sheet text) returns uuid
language sql immutable parallel safe as $$ select md5(source_id || ' ' || sheet)::uuid $$;

-- A file's tables hold the same rows: an edge that no transform drew holds in both directions.
create function keep_row_lineage() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'lineage' then
    insert into row_lineage (workbook_id, table_id, from_table_id)
    select m.workbook_id, m.to_id, m.from_id from made m
    union
    select m.workbook_id, m.from_id, m.to_id from made m where m.kind <> 'transform'
    on conflict do nothing;
  elsif tg_table_name = 'column_lineage' then
    insert into row_lineage (workbook_id, table_id, from_table_id)
    select distinct m.workbook_id, m.table_id, m.from_table_id from made m
    on conflict do nothing;
  else
    insert into row_lineage (workbook_id, table_id, from_table_id)
    select m.workbook_id, m.table_id, sheet_node(m.source_id, m.sheet) from made m
    union
    select m.workbook_id, sheet_node(m.source_id, m.sheet), m.table_id from made m
    on conflict do nothing;
  end if;
  perform raise_row_policy_epoch(array(select distinct m.workbook_id from made m));
  return null;
end $$;

create trigger lineage_of_rows after insert on lineage
  referencing new table as made for each statement execute function keep_row_lineage();
create trigger column_lineage_of_rows after insert on column_lineage
  referencing new table as made for each statement execute function keep_row_lineage();
create trigger table_origin_of_rows after insert on table_origin
  referencing new table as made for each statement execute function keep_row_lineage();

insert into row_lineage (workbook_id, table_id, from_table_id)
select l.workbook_id, l.to_id, l.from_id from lineage l join workbook w using (workbook_id)
union
select l.workbook_id, l.from_id, l.to_id from lineage l join workbook w using (workbook_id) where l.kind <> 'transform'
union
select l.workbook_id, l.table_id, l.from_table_id from column_lineage l
union
select o.workbook_id, o.table_id, sheet_node(o.source_id, o.sheet) from table_origin o join workbook w using (workbook_id)
union
select o.workbook_id, sheet_node(o.source_id, o.sheet), o.table_id from table_origin o join workbook w using (workbook_id)
union
select v.workbook_id, v.table_id, i.key::uuid from table_version v join workbook w using (workbook_id)
cross join lateral jsonb_each(case when jsonb_typeof(v.built_from -> 'inputs') = 'object' then v.built_from -> 'inputs' else '{}' end) as i
where i.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

revoke all on function raise_row_policy_epoch, keep_row_lineage, sheet_node from public;

-- What was made from the rows of a table stays closed when the table is gone: its policy and lineage stay, nothing else of the
-- function changes.
-- Replaces erase_table (0019-purge.sql)
create or replace function erase_table(in_workbook_id uuid, in_table_id uuid, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  t table_head;
  erased integer;
begin
  select * into t from table_head h where h.workbook_id = head.workbook_id and h.table_id = in_table_id;
  if not is_buried(in_workbook_id, in_table_id) or exists (select from retained_versions(t)) then
    return 0;
  end if;
  erased := erase_rows(array['workbook_id', 'table_id'], array[in_workbook_id, in_table_id], array['op', 'segment', 'table_head', 'row_policy', 'row_lineage'], most);
  if erased = 0 then
    update segment s set unreferenced_since = now()
    where s.workbook_id = in_workbook_id and s.table_id = in_table_id and s.state = 'L' and s.unreferenced_since is null;
    delete from lineage where workbook_id = in_workbook_id and in_table_id in (from_id, to_id);
    delete from table_head where workbook_id = in_workbook_id and table_id = in_table_id;
    delete from artifact where workbook_id = in_workbook_id and artifact_id = in_table_id;
  end if;
  return erased;
end $$;

-- Row policies travel in bundles, and what rows were made from; nothing else of the function changes.
-- Replaces bring_rows (0078-proposals.sql)
create or replace function bring_rows(in_workbook_id uuid, in_table text, in_columns text[], in_rows json) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  names text;
  cells text;
begin
  if head.op_id > 0 then
    raise exception 'workbook % holds something already', in_workbook_id;
  end if;
  if in_table <> all (array['artifact', 'table_head', 'table_schema', 'table_version', 'manifest', 'delta', 'op', 'pin', 'row_lineage',
    'lineage', 'column_description', 'snapshot', 'snapshot_table', 'version', 'annotation', 'sync_binding', 'source',
    'source_revision', 'source_table', 'table_origin', 'transform', 'cell_override', 'conflict', 'branch', 'branch_table', 'sheet',
    'chart', 'comment', 'column_tag', 'tag_label', 'policy', 'column_lineage', 'row_policy', 'saved_view', 'question', 'dashboard',
    'rule_set', 'proposal', 'proposal_table', 'proposal_row', 'proposal_review']) then
    raise exception 'no bundle has rows of %', in_table;
  end if;
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(format('(r ->> %L)::%s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
  into strict names, cells
  from pg_attribute a
  where a.attrelid = in_table::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> 'workbook_id'
    and a.attname = any (in_columns);
  execute format('insert into %I (workbook_id, %s) select $1, %s from json_array_elements($2) as r', in_table, names, cells)
  using in_workbook_id, in_rows;
end $$;

-- How many rows an edit touched goes to all who hear of it: not where some may not know how many there are.
-- Replaces updated_event (0015-faster-commit.sql)
create or replace function updated_event(outcome jsonb, in_workbook_id uuid, cause text, in_op_id bigint) returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'artifact', json_build_object('id', wire_id('art', a.artifact_id), 'name', a.name, 'type', a.kind, 'layer', a.layer),
      'edit_version', outcome -> 'edit_version', 'cause', cause, 'op_id', in_op_id,
      'rows', case when not exists (select from row_policy p where p.workbook_id = in_workbook_id) then
        json_build_object('inserted', outcome -> 'inserted', 'updated', outcome -> 'updated', 'deleted', outcome -> 'deleted') end)
    from artifact a where a.workbook_id = in_workbook_id and a.artifact_id = (outcome ->> 'table')::uuid);
end $$;

-- A workbook with row policies is governed; nothing else of the function changes.
-- Replaces end_arrival (0029-bundles.sql)
create or replace function end_arrival(in_workbook_id uuid, last_edit_seq bigint, last_op_id bigint, actor jsonb, detail jsonb, parts audit_parts) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  fault text;
  listed jsonb;
begin
  if head.op_id > 0 then
    raise exception 'workbook % holds something already', in_workbook_id;
  end if;
  fault := fault_of_arrival(in_workbook_id, last_edit_seq, last_op_id);
  if fault is not null then
    raise exception '%', fault using errcode = 'BN001';
  end if;
  select coalesce(jsonb_agg(distinct e), '[]') into listed
  from manifest m, jsonb_array_elements(m.segments || coalesce(m.added, '[]')) as e where m.workbook_id = in_workbook_id;
  if not make_live(in_workbook_id, listed) then
    raise exception 'a segment of workbook % is not there any more', in_workbook_id;
  end if;
  update workbook w set
    table_count = (select count(*) from artifact a
      where a.workbook_id = in_workbook_id and a.kind in ('table', 'view') and a.deleted_at is null),
    source_count = (select count(*) from source s where s.workbook_id = in_workbook_id),
    is_governed = exists (select from policy p where p.workbook_id = in_workbook_id)
      or exists (select from row_policy p where p.workbook_id = in_workbook_id)
  where w.workbook_id = in_workbook_id;
  head.edit_seq := last_edit_seq;
  head.op_id := last_op_id;
  head := begin_op(head);
  head := end_op(head, null, 'workbook.import', null, actor, detail, parts);
  update workbook_head h set policy_epoch = h.policy_epoch + 1 where h.workbook_id = in_workbook_id;
end $$;
