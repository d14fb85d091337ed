-- Says that the workbooks of a closed account are gone for good, those too that came while it was being closed. How many there are.
create or replace function bury_workbooks_of(in_account_id uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head;
  buried integer := 0;
begin
  if not exists (select from account where account_id = in_account_id and closed_at is not null) then
    raise exception 'account % is not closed', in_account_id;
  end if;
  for head in
    select h.* from workbook_head h join workbook w using (workbook_id) join workspace s using (workspace_id)
    where s.account_id = in_account_id order by h.workbook_id for update of h
  loop
    update workbook set deleted_at = now() where workbook_id = head.workbook_id and deleted_at is null;
    insert into workbook_tombstone (workbook_id, account_id, audit_seq, audit_hash, deleted_at)
    select head.workbook_id, in_account_id, head.audit_seq, head.audit_hash, w.deleted_at
    from workbook w where w.workbook_id = head.workbook_id
    on conflict do nothing;
    buried := buried + 1;
  end loop;
  return buried;
end $$;

revoke all on function bury_workbooks_of from public, bindery_service;
grant execute on function bury_workbooks_of to bindery_service;
