-- Jobs that have not ended and whose task is gone, or was given up: no worker would run them.
create or replace function list_lost_jobs() returns table (job_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select j.job_id from job j
  where j.finished_at is null and not exists (
    select from graphile_worker._private_jobs q
    where q.key = 'job:' || j.job_id and (q.locked_at is not null or q.attempts < q.max_attempts))
$$;

revoke all on function list_lost_jobs from public, bindery_service;
grant execute on function list_lost_jobs to bindery_service;
