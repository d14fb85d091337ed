-- Jobs that have not ended, the oldest first, each with the worker that holds it and when that was heard last.
create or replace function list_job_leases(most integer) returns table (job_id uuid, next_at timestamptz, worker_id text, taken_at timestamptz, heard_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.job_id, q.run_at, q.locked_by, q.locked_at, h.seen_at
  from (select j.job_id, j.created_at from job j where j.finished_at is null order by j.created_at limit most) as o
  left join graphile_worker.jobs q on q.key = 'job:' || o.job_id
  left join worker_heartbeat h on h.worker_id = q.locked_by
  order by o.created_at
$$;

revoke all on function list_job_leases from public, bindery_service;
grant execute on function list_job_leases to bindery_service;
