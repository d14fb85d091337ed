-- A merged table is not merged again: its base may be forgotten.
create or replace function unpin_branch(in_workbook_id uuid, in_table_id uuid, in_branch_id uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from pin where workbook_id = in_workbook_id and table_id = in_table_id and reason = 'branch' and ref = in_branch_id
$$;

revoke all on function unpin_branch from public, bindery_service;
grant execute on function unpin_branch to bindery_service;
