-- Adds one event behind the head it is given. The caller holds the head lock and saves the head it gets back, so the
-- numbers of events follow the order of commits without gaps.
create or replace function link_event(inout head workbook_head, in_event_id uuid, in_kind text, actor json, data json)
language plpgsql as $$
begin
  head.event_seq := head.event_seq + 1;
  head.last_at := greatest(clock_timestamp(), head.last_at);
  insert into outbox (workbook_id, event_id, sequence, kind, at, payload)
  select head.workbook_id, in_event_id, head.event_seq, in_kind, head.last_at, json_build_object(
    'id', wire_id('evt', in_event_id), 'type', in_kind, 'timestamp', wire_time(head.last_at), 'sequence', head.event_seq,
    'account_id', wire_id('acc', s.account_id), 'workspace_id', wire_id('ws', s.workspace_id),
    'workbook_id', wire_id('wb', head.workbook_id), 'actor', actor, 'data', data)
  from workbook w join workspace s using (workspace_id) where w.workbook_id = head.workbook_id;
  if not found then
    raise exception 'no workbook % to tell of', head.workbook_id;
  end if;
  perform deliver_event(head, in_event_id, in_kind, data);
end $$;

revoke all on function link_event from public, bindery_service;
