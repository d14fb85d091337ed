-- How long versions are kept for their own sake. Each connection of the service says so.
create or replace function history_age() returns interval
language sql stable as $$
  select make_interval(days => coalesce(nullif(current_setting('bindery.history_days', true), '')::integer, 90))
$$;

revoke all on function history_age from public, bindery_service;
