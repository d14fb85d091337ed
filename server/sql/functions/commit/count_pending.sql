-- Counts the edits that lie over the segments of the newest manifest.
create or replace function count_pending(inout t table_head, versions int8multirange)
language plpgsql as $$
begin
  select count(*), coalesce(sum(octet_length(d.cells::text)), 0) into t.delta_rows, t.delta_bytes
  from unnest(versions) as r
  join delta d on d.workbook_id = t.workbook_id and d.table_id = t.table_id
    and d.version >= coalesce(lower(r), 0) and d.version < coalesce(upper(r), 9223372036854775807);
  t.delta_since := case when t.delta_rows > 0 then coalesce(t.delta_since, clock_timestamp()) end;
end $$;

revoke all on function count_pending from public, bindery_service;
