create or replace function mark_inputs_made() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform mark_policy_inputs(array(
    select distinct m.workbook_id from made m
    where exists (select from row_policy p where p.workbook_id = m.workbook_id and p.mapping is not null)));
  return null;
end $$;

revoke all on function mark_inputs_made from public, bindery_service;
