-- Runs among these tables are fresh exactly if none of their inputs moved on meanwhile; and what is made from a stale one
-- is stale.
create or replace function settle_runs(in_workbook_id uuid, in_tables uuid[], in_at timestamptz) returns void
language plpgsql as $$
begin
  if not exists (select from transform f where f.workbook_id = in_workbook_id and f.table_id = any (in_tables)) then
    return;
  end if;
  perform fill_built_from(in_workbook_id, in_tables);
  loop
    update table_head h set stale_since = in_at, stale_reason = 'upstream_edit'
    where h.workbook_id = in_workbook_id and h.table_id = any (in_tables) and h.stale_since is null and is_outdated(h);
    exit when not found;
  end loop;
end $$;

revoke all on function settle_runs from public, bindery_service;
