-- Row ids for a bulk writer, which numbers its rows before it commits them. Ids that stay unused are never given again.
create or replace function reserve_row_ids(in_workbook_id uuid, in_table_id uuid, n bigint) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  update table_head set next_row_id = next_row_id + n
  where workbook_id = in_workbook_id and table_id = in_table_id
  returning next_row_id - n
$$;

revoke all on function reserve_row_ids from public, bindery_service;
grant execute on function reserve_row_ids to bindery_service;
