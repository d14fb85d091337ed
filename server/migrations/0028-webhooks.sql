-- Webhooks: addresses that are told of events, and what was sent to each of them.

-- Events of one workbook in the order they happened, for whoever catches up. Within a workbook `at` never falls.
create index outbox_in_order on outbox (workbook_id, at, sequence);

create table webhook (
  webhook_id      uuid primary key,
  user_id         uuid not null references app_user on delete cascade,
  -- Where the credential reached that made it: it is told of nothing beyond.
  account_id      uuid not null references account on delete cascade,
  reach_kind      text not null check (reach_kind in ('everything', 'account', 'workspace', 'workbook')),
  reach_id        uuid,
  url             text not null check (length(url) between 1 and 2000),
  events          text[] not null check (cardinality(events) > 0),
  status          text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Sealed under the service's secret; of two, both sign until the older one's time is over.
  secret          bytea not null,
  old_secret      bytea,
  old_secret_until timestamptz,
  created_at      timestamptz not null default now(),
  last_success_at timestamptz,
  -- Of the first of nothing but failures.
  failing_since   timestamptz,
  -- Who serves it just now: one courier at a time, so that order holds and a slow receiver has few requests at once.
  courier_id      uuid,
  served_until    timestamptz,
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((reach_kind in ('workspace', 'workbook')) = (reach_id is not null)),
  check ((old_secret is null) = (old_secret_until is null))
) with (fillfactor = 50);
create index webhook_of_user on webhook (user_id, webhook_id);
create index webhook_active on webhook (webhook_id) where status = 'active';

-- One event on its way to one webhook.
create table delivery (
  webhook_id      uuid not null references webhook on delete cascade,
  delivery_id     uuid not null,
  event_id        uuid not null,
  kind            text not null,
  -- Null for a test, which tells of no workbook.
  workbook_id     uuid,
  event_day       date,
  sequence        bigint,
  -- Of those with the same, the last of each second is told.
  coalesced_by    text,
  status          text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'exhausted')),
  attempts        integer not null default 0,
  -- When it is to be sent next; null once it no longer is.
  due_at          timestamptz,
  last_status     integer,
  last_error      text check (length(last_error) <= 200),
  last_attempt_at timestamptz,
  duration_ms     integer,
  created_at      timestamptz not null default now(),
  primary key (webhook_id, delivery_id),
  check (status in ('pending', 'failed') or due_at is null),
  check ((workbook_id is null) = (sequence is null) and (workbook_id is null) = (event_day is null))
);
create index delivery_due on delivery (webhook_id, due_at, sequence) where due_at is not null;
-- What is left of a purged workbook is found by it.
create index delivery_of_workbook on delivery (workbook_id);

-- May this user read the workbook, by what he is in it? The same as roleInWorkbook, for what is asked in SQL.
create function is_reader(in_user_id uuid, in_workbook_id uuid) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from workbook w join workspace s using (workspace_id) join account a using (account_id)
    where w.workbook_id = in_workbook_id and (
      a.owner_id = in_user_id
      or exists (select from workspace_member m where m.workspace_id = w.workspace_id and m.user_id = in_user_id)
      or exists (select from workbook_member m where m.workbook_id = w.workbook_id and m.user_id = in_user_id)));
end $$;

-- Puts an event on its way to everybody who listens and may read the workbook now. In the commit itself: later it would
-- be somebody else who may. Writes nothing that others write, so that no receiver ever delays a commit.
create function deliver_event(head workbook_head, in_event_id uuid, in_kind text, data json) returns void
language plpgsql as $$
begin
  -- Where nobody listens at all, a commit pays nothing for it.
  if not exists (select from webhook where status = 'active') then
    return;
  end if;
  insert into delivery (webhook_id, delivery_id, event_id, kind, workbook_id, event_day, sequence, coalesced_by, due_at, created_at)
  select webhook_id, new_id(), in_event_id, in_kind, head.workbook_id, (now() at time zone 'UTC')::date, head.event_seq,
    case when in_kind = 'artifact.updated' then data #>> '{artifact,id}' end, head.last_at, head.last_at
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

-- Up to when every event is there to be read: what a transaction still open will tell of happened later. Without it,
-- whoever catches up by time would pass over an event whose commit came late. To be asked before the events are.
create function events_settled_until() returns timestamptz
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select least(date_trunc('second', clock_timestamp()), min(xact_start))
  from pg_stat_activity where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()
$$;

revoke all on function deliver_event, link_event, events_settled_until from public;
grant execute on function events_settled_until to bindery_service;
