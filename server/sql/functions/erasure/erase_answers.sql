-- Forgets what was answered from these tables and kept: results of queries, results of jobs. Open branches of them expire:
-- a file that came back would bring the cells with it. Returns the objects that held results. The caller holds the head lock.
create or replace function erase_answers(in_workbook_id uuid, in_tables uuid[])
returns uuid[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  objects uuid[];
begin
  with gone as (
    delete from result r where r.workbook_id = in_workbook_id and r.tables && in_tables returning r.object_id)
  select coalesce(array_agg(object_id) filter (where object_id is not null), '{}') into objects from gone;
  update result_object o set expires_at = now() where o.workbook_id = in_workbook_id and o.object_id = any (objects);
  update job j set result = null where j.workbook_id = in_workbook_id and j.result is not null;
  update branch b set expires_at = least(b.expires_at, now())
  where b.workbook_id = in_workbook_id and exists (
    select from branch_table t where t.workbook_id = b.workbook_id and t.branch_id = b.branch_id and t.table_id = any (in_tables));
  update branch_table t set part_value = null
  where t.workbook_id = in_workbook_id and t.table_id = any (in_tables) and t.part_value is not null;
  delete from pin p
  where p.workbook_id = in_workbook_id and p.table_id = any (in_tables) and p.reason = 'branch';
  return objects;
end $$;

revoke all on function erase_answers from public, bindery_service;
grant execute on function erase_answers to bindery_service;
