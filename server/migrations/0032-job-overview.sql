-- What an operator is shown of jobs and tasks: counts, ages, leases and the codes of errors. Texts of errors may quote a cell.
alter table job add column error_code text check (length(error_code) <= 100);
create index job_open on job (created_at) where finished_at is null;

-- Tasks of the queue by name. Delayed are those whose time has not come; given up, those that failed too often.
create function count_tasks() returns table (
  task text, waiting integer, delayed integer, running integer, retrying integer, given_up integer, waiting_since timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select q.task_identifier,
         count(*) filter (where q.is_due and q.run_at <= now())::integer,
         count(*) filter (where q.is_due and q.run_at > now())::integer,
         count(*) filter (where q.locked_at is not null)::integer,
         count(*) filter (where q.is_due and q.attempts > 0)::integer,
         count(*) filter (where q.locked_at is null and not q.is_due)::integer,
         min(q.run_at) filter (where q.is_due and q.run_at <= now())
  from (select j.*, j.locked_at is null and j.attempts < j.max_attempts as is_due from graphile_worker.jobs j) as q
  group by 1
$$;

-- Jobs that have not ended, the oldest first, each with the worker that holds it and when that was heard last.
create function list_job_leases(most integer) returns table (job_id uuid, next_at timestamptz, worker_id text, taken_at timestamptz, heard_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.job_id, q.run_at, q.locked_by, q.locked_at, h.seen_at
  from (select j.job_id, j.created_at from job j where j.finished_at is null order by j.created_at limit most) as o
  left join graphile_worker.jobs q on q.key = 'job:' || o.job_id
  left join worker_heartbeat h on h.worker_id = q.locked_by
  order by o.created_at
$$;

revoke all on function count_tasks, list_job_leases from public;
grant execute on function count_tasks, list_job_leases to bindery_service;
