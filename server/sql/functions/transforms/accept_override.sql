-- A user has seen what the transform makes of a cell now, and wants the override all the same.
create or replace function accept_override(in_workbook_id uuid, in_table_id uuid, in_row_id bigint, in_column_id integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  update cell_override set base_value = made_value, stale = false
  where workbook_id = in_workbook_id and table_id = in_table_id and row_id = in_row_id and column_id = in_column_id
    and dropped_op is null
$$;

revoke all on function accept_override from public, bindery_service;
grant execute on function accept_override to bindery_service;
