-- Puts an event on its way to every webhook whose user may read the workbook now. In the commit itself: later other users might. Writes
-- nothing that others write, so that no receiver delays a commit. Only bursts of interactive edits of one table become one event.
create or replace function deliver_event(head workbook_head, in_event_id uuid, in_kind text, data json) returns void
language plpgsql as $$
begin
  -- Where nobody listens at all, a commit pays nothing for it.
  if not exists (select from webhook where status = 'active') then
    return;
  end if;
  insert into delivery (webhook_id, delivery_id, event_id, kind, workbook_id, event_day, sequence, coalesced_by, due_at, created_at)
  select webhook_id, new_id(), in_event_id, in_kind, head.workbook_id, (now() at time zone 'UTC')::date, head.event_seq,
    case when in_kind = 'artifact.updated' and data ->> 'cause' in ('rows.upsert', 'rows.delete', 'rows.undo')
      then data #>> '{artifact,id}' end, head.last_at, head.last_at
  from (
    select distinct h.webhook_id
    from workbook w join workspace s using (workspace_id) join account a using (account_id)
    cross join lateral (
      select a.owner_id as user_id
      union all select m.user_id from workspace_member m where m.workspace_id = w.workspace_id
      union all select m.user_id from workbook_member m where m.workbook_id = w.workbook_id) as reader
    join webhook h using (user_id)
    where w.workbook_id = head.workbook_id and h.status = 'active' and in_kind = any (h.events) and
      case h.reach_kind
        when 'everything' then true
        when 'account' then h.account_id = s.account_id
        when 'workspace' then h.reach_id = w.workspace_id
        else h.reach_id = w.workbook_id
      end) as listening;
end $$;

revoke all on function deliver_event from public, bindery_service;
