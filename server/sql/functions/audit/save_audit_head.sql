-- Writes the head with all its numbers, and sees to it that the audit log gets signed: within a minute, and after a
-- thousand entries at once. The caller holds the head lock, and only under it does a workbook cease to be dirty.
create or replace function save_audit_head(head workbook_head, old_seq bigint)
returns void
language plpgsql as $$
begin
  update workbook_head h
  set edit_seq = head.edit_seq, op_id = head.op_id, event_seq = head.event_seq,
    audit_seq = head.audit_seq, audit_hash = head.audit_hash, last_at = head.last_at
  where h.workbook_id = head.workbook_id;
  if not exists (select from audit_dirty d where d.workbook_id = head.workbook_id) then
    insert into audit_dirty (workbook_id) values (head.workbook_id) on conflict do nothing;
  end if;
  if head.audit_seq / 1000 > old_seq / 1000 then
    perform enqueue_task(
      'audit.checkpoint', json_build_object('workbook_id', head.workbook_id), 'audit.checkpoint:' || head.workbook_id, null, 3);
  end if;
end $$;

revoke all on function save_audit_head from public, bindery_service;
