create or replace function forget_erasures(days integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from erasure where at < now() - make_interval(days => days)
$$;

revoke all on function forget_erasures from public, bindery_service;
grant execute on function forget_erasures to bindery_service;
