-- Every segment that some version of a table is read from: [[segment_id, row_lo, row_hi, rows, bytes]…].
create or replace function segments_named(in_workbook_id uuid, in_table_id uuid) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(e), '[]') from (
    select distinct e from manifest m, jsonb_array_elements(m.segments || coalesce(m.added, '[]')) as e
    where m.workbook_id = in_workbook_id and m.table_id = in_table_id) as named
$$;

revoke all on function segments_named from public, bindery_service;
grant execute on function segments_named to bindery_service;
