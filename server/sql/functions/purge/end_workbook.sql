-- The end of a purge. False: objects wait for their grace or for the sweep, or rows came meanwhile.
create or replace function end_workbook(in_workbook_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if erase_workbook(in_workbook_id, 1000) > 0
    or exists (select from segment s where s.workbook_id = in_workbook_id)
    or exists (select from result_object o where o.workbook_id = in_workbook_id)
    or exists (select from source_object o where o.workbook_id = in_workbook_id) then
    return false;
  end if;
  delete from workbook_head where workbook_id = in_workbook_id;
  update workbook_tombstone set gone_at = now() where workbook_id = in_workbook_id;
  return true;
end $$;

revoke all on function end_workbook from public, bindery_service;
grant execute on function end_workbook to bindery_service;
