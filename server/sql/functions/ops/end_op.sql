-- Writes what was done into history and, behind whatever waits there, into the audit log. Then nothing may follow in this
-- transaction: the head is saved.
create or replace function end_op(
  inout head workbook_head, in_table_id uuid, in_kind text, in_edit_version bigint, in_actor jsonb, in_detail jsonb, parts audit_parts
)
language plpgsql as $$
declare
  old_audit_seq bigint := head.audit_seq;
begin
  insert into op (workbook_id, op_id, table_id, kind, edit_version, actor, detail, at)
  values (head.workbook_id, head.op_id, in_table_id, in_kind, in_edit_version, in_actor, in_detail, head.last_at);
  head := link_pending_audit(head, 1000);
  head := link_audit(head, parts, head.op_id, null, null);
  perform save_audit_head(head, old_audit_seq);
end $$;

revoke all on function end_op from public, bindery_service;
