-- Takes the cells of these columns (ids) and rows (null: all) out of what PostgreSQL itself holds of a table. How many
-- edits, overrides and conflicts it were. The caller holds the head lock.
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
  -- A proposal that holds such a cell, or says something about it, is one of what was erased: it expires, and goes without its rows.
  with held as (
    select distinct r.proposal_id from proposal_row r
    where r.workbook_id = in_workbook_id and r.table_id = in_table_id
      and (in_rows is null or r.row_id is null or r.row_id = any (in_rows))
      and (r.op = 'D' or r.cells ?| keys or r.before ?| keys)),
  silenced as (
    update proposal_review v set text = null from held
    where v.workbook_id = in_workbook_id and v.proposal_id = held.proposal_id returning v.review_id),
  ended as (
    update proposal p set title = '-', description = null, expires_at = least(p.expires_at, now()) from held
    where p.workbook_id = in_workbook_id and p.proposal_id = held.proposal_id returning p.proposal_id)
  delete from proposal_row r using held
  where r.workbook_id = in_workbook_id and r.table_id = in_table_id and r.proposal_id = held.proposal_id;
  -- What rows older than a column hold is a value of each of them.
  if in_rows is null then
    update table_schema s set columns = (
      select jsonb_agg(case when (c ->> 'id')::integer = any (in_columns) then c || '{"initial": null}' else c end order by n)
      from jsonb_array_elements(s.columns) with ordinality as listed (c, n))
    where s.workbook_id = in_workbook_id and s.table_id = in_table_id;
  end if;
  return erased + touched;
end $$;

revoke all on function erase_cells from public, bindery_service;
grant execute on function erase_cells to bindery_service;
