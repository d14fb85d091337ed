-- What users say to each other about a table, a row or a cell. A comment that answers another belongs to its thread; a
-- thread has the id of its first comment, which also says what it is about and whether it is resolved. Cells are anchored to
-- row ids and to the origins of columns, so that a rename keeps them and the policies of the column hold.
create table comment (
  workbook_id uuid not null,
  table_id    uuid not null,
  comment_id  uuid not null,
  thread_id   uuid not null,
  row_id      bigint,
  origin      integer,
  -- Null: its author deleted it, and others had answered.
  text        text check (length(text) between 1 and 4000),
  mentions    uuid[] not null default '{}',
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  edited_at   timestamptz,
  resolved_at timestamptz,
  resolved_by jsonb,
  primary key (workbook_id, table_id, comment_id),
  foreign key (workbook_id, table_id) references artifact on delete cascade,
  foreign key (workbook_id, table_id, thread_id) references comment on delete cascade,
  check (origin is null or row_id is not null),
  check (resolved_at is null or thread_id = comment_id)
);
create index comment_by_thread on comment (workbook_id, table_id, thread_id);
create index comment_by_row on comment (workbook_id, table_id, row_id) where row_id is not null;

-- A comment on an erased cell or row may say what stood there; nothing else of the function changes.
-- Replaces erase_cells (0027-erasure.sql)
create or replace function erase_cells(in_workbook_id uuid, in_table_id uuid, in_columns integer[], in_rows bigint[]) returns bigint
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
  -- So may a comment. Its thread goes with it.
  delete from comment t
  where t.workbook_id = in_workbook_id and t.table_id = in_table_id and t.row_id is not null
    and (in_rows is null and t.origin is not null or t.row_id = any (in_rows))
    and (t.origin is null or exists (
      select from table_schema s, jsonb_array_elements(s.columns) as c
      where s.workbook_id = in_workbook_id and s.table_id = in_table_id and (c ->> 'id')::integer = any (in_columns)
        and (c ->> 'origin')::integer = t.origin));
  -- What rows older than a column hold is a value of each of them.
  if in_rows is null then
    update table_schema s set columns = (
      select jsonb_agg(case when (c ->> 'id')::integer = any (in_columns) then c || '{"initial": null}' else c end order by n)
      from jsonb_array_elements(s.columns) with ordinality as listed (c, n))
    where s.workbook_id = in_workbook_id and s.table_id = in_table_id;
  end if;
  return erased + touched;
end $$;

-- Comments travel in bundles; nothing else of the function changes.
-- Replaces bring_rows (0057-saved-views.sql)
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
  if in_table <> all (array['artifact', 'table_head', 'table_schema', 'table_version', 'manifest', 'delta', 'op', 'pin', 'lineage',
    'column_description', 'snapshot', 'snapshot_table', 'version', 'annotation', 'sync_binding', 'source', 'source_revision',
    'source_table', 'table_origin', 'transform', 'cell_override', 'conflict', 'branch', 'branch_table', 'sheet', 'chart',
    'comment', 'column_tag', 'tag_label', 'policy', 'column_lineage', 'saved_view', 'question', 'dashboard']) then
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
