create or replace function ensure_result_days(ahead integer) returns void
language sql security definer set search_path = public, pg_temp as $$ select ensure_days('result', ahead) $$;

revoke all on function ensure_result_days from public, bindery_service;
grant execute on function ensure_result_days to bindery_service;
