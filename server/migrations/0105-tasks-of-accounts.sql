-- Tasks know whose they are: each is marked with its account, so that a worker that holds enough tasks of an account can skip
-- further ones. Later jobs of an account come behind the first ones of others: its hundredth job does not run before the only one
-- of an account that came after it.

-- The account of a task, by what its payload names; null where it is the service's own.
create function account_of_task(payload json) returns uuid
language sql stable
set search_path to 'public', 'pg_temp'
as $$
  select coalesce(
    (select j.account_id from job j where j.job_id = (payload ->> 'job_id')::uuid),
    (select w.account_id from workbook b join workspace w using (workspace_id)
     where b.workbook_id = (payload ->> 'workbook_id')::uuid),
    (payload ->> 'account_id')::uuid)
$$;

-- Replaces enqueue_task (0005-events-and-jobs.sql).
create or replace function enqueue_task(task text, payload json, task_key text, run_at timestamptz, attempts integer) returns void
language sql security definer
set search_path to 'public', 'pg_temp'
as $$
  select graphile_worker.add_job(task, payload, run_at => enqueue_task.run_at, max_attempts => attempts, job_key => task_key,
    flags => case when owner.account_id is not null then array['account:' || owner.account_id] end,
    priority => case when task = 'job.run' then least(1000, (
      select count(*) from job j
      where j.account_id = owner.account_id and j.finished_at is null and j.job_id <> (payload ->> 'job_id')::uuid)) else 0 end::integer)
  from (select account_of_task(payload) as account_id) owner
$$;

revoke all on function account_of_task from public;
