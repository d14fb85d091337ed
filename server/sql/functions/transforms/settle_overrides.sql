-- What a run leaves of the overrides, as it counted them: [[row_id, column_id, base_value]…] of those whose cells are
-- still there, with what it made in them now. All others are over with their rows and columns.
create or replace function settle_overrides(t table_head, kept jsonb, in_op_id bigint) returns void
language plpgsql as $$
begin
  update cell_override o set dropped_op = in_op_id
  where o.workbook_id = t.workbook_id and o.table_id = t.table_id and o.dropped_op is null
    and not exists (
      select from jsonb_array_elements(kept) as k where (k ->> 0)::bigint = o.row_id and (k ->> 1)::integer = o.column_id);
  update cell_override o set made_value = k ->> 2, stale = o.stale or o.base_value is distinct from k ->> 2
  from jsonb_array_elements(kept) as k
  where o.workbook_id = t.workbook_id and o.table_id = t.table_id and o.dropped_op is null
    and o.row_id = (k ->> 0)::bigint and o.column_id = (k ->> 1)::integer;
end $$;

revoke all on function settle_overrides from public, bindery_service;
