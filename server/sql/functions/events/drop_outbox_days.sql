-- Forgets every event of the days before the last `kept` ones. Returns how many days went.
create or replace function drop_outbox_days(kept integer) returns integer
language sql security definer set search_path = public, pg_temp as $$ select drop_days('outbox', kept) $$;

revoke all on function drop_outbox_days from public, bindery_service;
grant execute on function drop_outbox_days to bindery_service;
