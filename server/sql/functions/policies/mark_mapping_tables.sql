-- Marks tables that a row policy takes attributes from, and what they are made from.
create or replace function mark_mapping_tables() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update table_head t set is_mapping = not t.is_mapping
  where t.workbook_id in (select distinct c.workbook_id from changed c)
    and t.is_mapping <> exists (
      select from row_policy p where p.workbook_id = t.workbook_id and p.mapping ->> 'tableId' = t.table_id::text);
  perform mark_policy_inputs(array(select distinct c.workbook_id from changed c));
  return null;
end $$;

revoke all on function mark_mapping_tables from public, bindery_service;
