-- The queue gives a task to a worker and informs it. Where that message is lost, the worker lives and does nothing, and no other would
-- get the task for hours. So each worker says now and then which tasks it really holds.
create or replace function release_lost_tasks(in_worker_id text, held text[], age interval) returns integer
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with lost as (
    update graphile_worker._private_jobs j set locked_at = null, locked_by = null, run_at = greatest(j.run_at, now())
    where j.locked_by = in_worker_id and j.locked_at < now() - age and j.id::text <> all (held)
    returning j.id)
  select count(*)::integer from lost
$$;

revoke all on function release_lost_tasks from public, bindery_service;
grant execute on function release_lost_tasks to bindery_service;
