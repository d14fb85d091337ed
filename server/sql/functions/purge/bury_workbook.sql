-- Says that a workbook is gone for good. False: it has not been in the trash for long enough, or nothing of it is left.
create or replace function bury_workbook(in_workbook_id uuid, days integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head;
begin
  select * into head from workbook_head where workbook_id = in_workbook_id for update;
  if not found then
    return false;
  end if;
  insert into workbook_tombstone (workbook_id, account_id, audit_seq, audit_hash, deleted_at)
  select w.workbook_id, s.account_id, head.audit_seq, head.audit_hash, w.deleted_at
  from workbook w join workspace s using (workspace_id)
  where w.workbook_id = in_workbook_id and w.deleted_at < now() - make_interval(days => days)
  on conflict do nothing;
  return exists (select from workbook_tombstone where workbook_id = in_workbook_id);
end $$;

revoke all on function bury_workbook from public, bindery_service;
grant execute on function bury_workbook to bindery_service;
