-- Records that a worker lives, and frees the tasks of workers that fell silent, for others to take. A worker that has held a task for
-- as long and has no row was thought dead before, took one more task, and died then: no heartbeat of it would be missed.
-- Returns how many fell silent.
create or replace function beat_worker(in_worker_id text, silence interval) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own worker_heartbeat;
  silent text[];
begin
  insert into worker_heartbeat as w (worker_id) values (in_worker_id)
  on conflict (worker_id) do update set
    seen_at = clock_timestamp(),
    alive_since = case when w.seen_at < clock_timestamp() - silence then clock_timestamp() else w.alive_since end
  returning * into own;
  -- Whoever was away himself judges nobody: after an outage of the database everyone looks silent.
  if own.alive_since > clock_timestamp() - silence then
    return 0;
  end if;
  with gone as (
    delete from worker_heartbeat where worker_id in (
      select worker_id from worker_heartbeat where seen_at < clock_timestamp() - silence for update skip locked)
    returning worker_id
  ), unheard as (
    select j.locked_by as worker_id from graphile_worker._private_jobs j
    where j.locked_at < clock_timestamp() - silence
      and not exists (select from worker_heartbeat w where w.worker_id = j.locked_by)
  )
  select array_agg(worker_id) into silent from (select worker_id from gone union select worker_id from unheard) missed;
  if silent is null then
    return 0;
  end if;
  perform graphile_worker.force_unlock_workers(silent);
  return cardinality(silent);
end $$;

revoke all on function beat_worker from public, bindery_service;
grant execute on function beat_worker to bindery_service;
