-- Emits an event in the transaction of its change.
create or replace function emit_event(in_workbook_id uuid, in_event_id uuid, in_kind text, actor json, data json) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  head := link_event(head, in_event_id, in_kind, actor, data);
  update workbook_head h set event_seq = head.event_seq, last_at = head.last_at where h.workbook_id = in_workbook_id;
  return head.event_seq;
end $$;

revoke all on function emit_event from public, bindery_service;
grant execute on function emit_event to bindery_service;
