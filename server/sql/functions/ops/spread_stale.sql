-- Marks what is made from these tables as stale, and emits an event for each.
create or replace function spread_stale(inout head workbook_head, tables uuid[], event_actor json, out stales uuid[])
language plpgsql as $$
declare
  stale uuid;
begin
  perform settle_runs(head.workbook_id, tables, head.last_at);
  stales := mark_stale(head.workbook_id, tables, head.last_at);
  foreach stale in array stales loop
    head := link_event(head, new_id(), 'artifact.stale', event_actor, stale_event(head.workbook_id, stale, head.last_at));
  end loop;
end $$;

revoke all on function spread_stale from public, bindery_service;
