-- A run begins: an earlier one of the same table commits no more.
create or replace function begin_run(in_workbook_id uuid, in_tables uuid[], in_token uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  update table_head h set run_token = in_token where h.workbook_id = head.workbook_id and h.table_id = any (in_tables);
end $$;

revoke all on function begin_run from public, bindery_service;
grant execute on function begin_run to bindery_service;
