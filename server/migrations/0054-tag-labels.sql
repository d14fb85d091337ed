-- A tag keeps its grammar, which paths and rules are written in; users read its label, in any script.
create table tag_label (
  workbook_id uuid not null references workbook on delete cascade,
  tag         text not null check (tag ~ '^[a-z][a-z0-9_-]{0,59}$'),
  label       text not null check (length(label) between 1 and 60),
  primary key (workbook_id, tag)
);

-- Labels travel in bundles; nothing else of the function changes.
-- Replaces bring_rows (0029-bundles.sql)
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
    'column_tag', 'tag_label', 'policy', 'column_lineage']) then
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
