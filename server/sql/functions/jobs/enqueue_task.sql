-- Puts a task into the queue. The queue has a schema and an owner of its own; the service enters it through functions only.
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

revoke all on function enqueue_task from public, bindery_service;
grant execute on function enqueue_task to bindery_service;
