-- A saved view: how a table is looked at, under a name. It owns no data.
create table saved_view (
  workbook_id uuid not null references workbook on delete cascade,
  view_id     uuid not null,
  table_id    uuid not null,
  name        text not null check (length(name) between 1 and 200),
  -- Filter, order, columns and formats. Columns are named by their origin, which stays when they are renamed.
  document    json not null,
  version     bigint not null check (version >= 1),
  created_by  uuid not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, view_id),
  unique (workbook_id, table_id, name)
);

-- Saved views, questions and dashboards travel in bundles; nothing else of the function changes.
-- Replaces bring_rows (0054-tag-labels.sql)
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
    'column_tag', 'tag_label', 'policy', 'column_lineage', 'saved_view', 'question', 'dashboard']) then
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
