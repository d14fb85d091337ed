-- Takes a part of a buried workbook away: call again until nothing was. The books of its account stay by law, its segments
-- and the objects of its results and sources until these are gone, and the lock until the very end.
create or replace function erase_workbook(in_workbook_id uuid, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  if not exists (select from workbook_tombstone t where t.workbook_id = head.workbook_id) then
    raise exception 'workbook % is not buried', in_workbook_id;
  end if;
  update result_object o set expires_at = now() where o.workbook_id = in_workbook_id and o.expires_at > now();
  update source_object o set expires_at = now()
  where o.workbook_id = in_workbook_id and (o.expires_at is null or o.expires_at > now());
  return erase_rows(array['workbook_id'], array[in_workbook_id],
    array['workbook_tombstone', 'ledger_entry', 'segment', 'result_object', 'source_object', 'workbook_head'], most);
end $$;

revoke all on function erase_workbook from public, bindery_service;
grant execute on function erase_workbook to bindery_service;
