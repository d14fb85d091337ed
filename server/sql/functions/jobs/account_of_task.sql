-- The account of a task, by what its payload names; null where it is the service's own.
create or replace function account_of_task(payload json) returns uuid
language sql stable
set search_path to 'public', 'pg_temp'
as $$
  select coalesce(
    (select j.account_id from job j where j.job_id = (payload ->> 'job_id')::uuid),
    (select w.account_id from workbook b join workspace w using (workspace_id)
     where b.workbook_id = (payload ->> 'workbook_id')::uuid),
    (payload ->> 'account_id')::uuid)
$$;

revoke all on function account_of_task from public, bindery_service;
