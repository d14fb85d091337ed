-- A worker that stops gives back whatever is still locked in its name, and is not missed.
create or replace function forget_worker(in_worker_id text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select graphile_worker.force_unlock_workers(array[in_worker_id]);
  delete from worker_heartbeat where worker_id = in_worker_id
$$;

revoke all on function forget_worker from public, bindery_service;
grant execute on function forget_worker to bindery_service;
