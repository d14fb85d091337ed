-- Says that a table does not come back from the trash. False: it is not there, or has not been for long enough.
create or replace function bury_table(in_workbook_id uuid, in_table_id uuid, days integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  update artifact a set purged_at = now()
  where a.workbook_id = head.workbook_id and a.artifact_id = in_table_id and a.purged_at is null
    and a.deleted_at < now() - make_interval(days => days);
  return is_buried(in_workbook_id, in_table_id);
end $$;

revoke all on function bury_table from public, bindery_service;
grant execute on function bury_table to bindery_service;
