-- Chains the entries that wait, unless a commit is writing to the workbook just now: that commit chains them.
create or replace function chain_pending_audit(in_workbook_id uuid, most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head;
  old_seq bigint;
begin
  select * into head from workbook_head where workbook_id = in_workbook_id for update skip locked;
  if not found then
    return 0;
  end if;
  old_seq := head.audit_seq;
  head := link_pending_audit(head, most);
  if head.audit_seq > old_seq then
    perform save_audit_head(head, old_seq);
  end if;
  return head.audit_seq - old_seq;
end $$;

revoke all on function chain_pending_audit from public, bindery_service;
grant execute on function chain_pending_audit to bindery_service;
