-- Adds one entry behind the head it is given. The caller holds the head lock and saves the head it gets back.
create or replace function link_audit(inout head workbook_head, parts audit_parts, op_id bigint, reads bigint, since timestamptz)
language plpgsql as $$
declare
  body text;
begin
  head.audit_seq := head.audit_seq + 1;
  -- Read under the lock: now() is the transaction's start and would run backwards along seq.
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
  -- The members stand in the order RFC 8785 asks for.
  body := '{"action":' || parts.action || ',"actor":' || parts.actor || ',"at":"' || wire_time(head.last_at) || '"'
    || coalesce(',"count":' || reads, '') || ',"detail":' || parts.detail || ',"ip":' || parts.ip
    || coalesce(',"op_id":' || op_id, '') || ',"outcome":' || parts.outcome || ',"seq":' || head.audit_seq
    || coalesce(',"since":"' || wire_time(since) || '"', '') || ',"target":' || parts.target || '}';
  -- Each part behind its length in four bytes, so that no two different lists of parts give the same bytes.
  head.audit_hash := sha256(
    int4send(12) || 'svc-audit-v1'::bytea
    || int4send(16) || uuid_send(head.workbook_id)
    || int4send(8) || int8send(head.audit_seq)
    || int4send(octet_length(head.audit_hash)) || head.audit_hash
    || int4send(octet_length(body)) || convert_to(body, 'UTF8'));
  insert into audit (workbook_id, seq, body, hash) values (head.workbook_id, head.audit_seq, body, head.audit_hash);
end $$;

revoke all on function link_audit from public, bindery_service;
