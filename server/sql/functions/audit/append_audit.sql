-- Appends one entry in the transaction of the change it records, behind every refusal and read that came before.
create or replace function append_audit(in_workbook_id uuid, parts audit_parts, op_id bigint default null) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  old_seq bigint := head.audit_seq;
begin
  head := link_pending_audit(head, 1000);
  head := link_audit(head, parts, op_id, null, null);
  perform save_audit_head(head, old_seq);
  return head.audit_seq;
end $$;

revoke all on function append_audit from public, bindery_service;
grant execute on function append_audit to bindery_service;
