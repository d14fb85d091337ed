create or replace function drop_result_days(kept integer) returns integer
language sql security definer set search_path = public, pg_temp as $$ select drop_days('result', kept) $$;

revoke all on function drop_result_days from public, bindery_service;
grant execute on function drop_result_days to bindery_service;
