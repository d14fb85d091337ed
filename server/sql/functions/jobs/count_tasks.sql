-- Tasks of the queue by name. Delayed are those whose time has not come; given up, those that failed too often.
create or replace function count_tasks() returns table (
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

revoke all on function count_tasks from public, bindery_service;
grant execute on function count_tasks to bindery_service;
