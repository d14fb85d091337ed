create or replace function mark_policy_inputs(in_workbook_ids uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with recursive input as (
    select p.workbook_id, (p.mapping ->> 'tableId')::uuid as table_id from row_policy p
    where p.workbook_id = any (in_workbook_ids) and p.mapping is not null
    union
    select l.workbook_id, l.from_table_id from row_lineage l join input i on i.workbook_id = l.workbook_id and i.table_id = l.table_id
  )
  update table_head t set is_policy_input = not t.is_policy_input
  where t.workbook_id = any (in_workbook_ids)
    and t.is_policy_input <> exists (select from input i where i.workbook_id = t.workbook_id and i.table_id = t.table_id)
$$;

revoke all on function mark_policy_inputs from public, bindery_service;
