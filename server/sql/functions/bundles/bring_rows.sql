-- Takes rows into a workbook that nothing was ever done in: [{"<column>": text or null}…], each cell as PostgreSQL spells it.
-- The workbook is the one it is asked for, whatever the rows say.
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
    'rule_set', 'proposal', 'proposal_table', 'proposal_row', 'proposal_review',
    'quarantine']) then
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

revoke all on function bring_rows from public, bindery_service;
grant execute on function bring_rows to bindery_service;
