-- A restored table has the overrides it had then, as of the op of that version; what came over them since is dropped. The
-- caller holds the head lock.
create or replace function restore_overrides(in_workbook_id uuid, in_table_id uuid, in_then bigint, in_op_id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update cell_override o set dropped_op = in_op_id
  where o.workbook_id = in_workbook_id and o.table_id = in_table_id and o.dropped_op is null and o.op_id > in_then;
  insert into cell_override (workbook_id, table_id, row_id, column_id, op_id, override_id, value, base_value, made_value, stale)
  select o.workbook_id, o.table_id, o.row_id, o.column_id, in_op_id, o.override_id, o.value, o.base_value, o.made_value, o.stale
  from cell_override o
  where o.workbook_id = in_workbook_id and o.table_id = in_table_id and o.op_id <= in_then and o.dropped_op > in_then
  on conflict do nothing;
end $$;

revoke all on function restore_overrides from public, bindery_service;
grant execute on function restore_overrides to bindery_service;
