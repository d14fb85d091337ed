-- Up to when every event is there to be read: an event of an open transaction happened later. Without it, a reader that catches up by
-- time would pass over an event whose commit came late. Ask for it before the events.
create or replace function events_settled_until() returns timestamptz
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select least(date_trunc('second', clock_timestamp()), min(xact_start))
  from pg_stat_activity where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()
$$;

revoke all on function events_settled_until from public, bindery_service;
grant execute on function events_settled_until to bindery_service;
