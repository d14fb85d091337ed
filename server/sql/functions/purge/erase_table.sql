-- Takes a part of a buried table away: call again until nothing is left. What was done to it stays as long as its workbook lives. A
-- pinned version holds it. Policies, lineage and tags stay: a file, a raw sheet or a derived table that holds the values stays hidden.
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
  erased := erase_rows(array['workbook_id', 'table_id'], array[in_workbook_id, in_table_id],
    array['op', 'segment', 'table_head', 'row_policy', 'row_lineage', 'column_tag', 'column_lineage'], most);
  if erased = 0 then
    update segment s set unreferenced_since = now()
    where s.workbook_id = in_workbook_id and s.table_id = in_table_id and s.state = 'L' and s.unreferenced_since is null;
    delete from lineage where workbook_id = in_workbook_id and in_table_id in (from_id, to_id);
    delete from table_head where workbook_id = in_workbook_id and table_id = in_table_id;
    delete from artifact where workbook_id = in_workbook_id and artifact_id = in_table_id;
  end if;
  return erased;
end $$;

revoke all on function erase_table from public, bindery_service;
grant execute on function erase_table to bindery_service;
