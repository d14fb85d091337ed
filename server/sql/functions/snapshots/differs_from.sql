-- Whether the workbook is not what this snapshot says any more.
create or replace function differs_from(s snapshot) returns boolean
language sql stable as $$
  select exists (
    select from (select c.table_id, c.version, c.name, c.state from current_cut(s.workbook_id) as c) as now
    full join (
      select t.table_id, t.version, t.name, t.state from snapshot_table t
      where t.workbook_id = s.workbook_id and t.snapshot_id = s.snapshot_id) as past
    on past.table_id = now.table_id and past.version = now.version and past.name = now.name and past.state = now.state
    where past.table_id is null or now.table_id is null)
$$;

revoke all on function differs_from from public, bindery_service;
