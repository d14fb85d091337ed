-- Makes a partition for today and each of the days to come. Rows that landed elsewhere meanwhile move into it.
create or replace function ensure_outbox_days(ahead integer) returns void
language sql security definer set search_path = public, pg_temp as $$ select ensure_days('outbox', ahead) $$;

revoke all on function ensure_outbox_days from public, bindery_service;
grant execute on function ensure_outbox_days to bindery_service;
