-- A checkpoint writes the content of version u as segments. It is no version and changes no answer, so it needs no check. `listed` is
-- what holds the content of u now. False: it came too late, and its segments belong to no table.
create or replace function save_checkpoint(in_workbook_id uuid, in_table_id uuid, u bigint, listed jsonb) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  t table_head;
  newest manifest;
begin
  select * into t from table_head h where h.workbook_id = head.workbook_id and h.table_id = in_table_id;
  if not found or not make_live(in_workbook_id, listed) then
    return false;
  end if;
  insert into manifest (workbook_id, table_id, version, kind, overlays, segments)
  values (in_workbook_id, in_table_id, u, 'c', '{}', listed)
  on conflict (workbook_id, table_id, version) do update set segments = excluded.segments, overlays = '{}', at = now();
  newest := newest_manifest(t);
  if newest.version > u then
    newest := rebase_appends(t, newest, u, listed);
  end if;
  t.delta_since := null;
  t := count_pending(t, newest.overlays + int8multirange(int8range(newest.version, null, '(]')));
  update table_head h set manifest_version = newest.version, delta_rows = t.delta_rows, delta_bytes = t.delta_bytes, delta_since = t.delta_since
  where h.workbook_id = in_workbook_id and h.table_id = in_table_id;
  perform ask_for_checkpoint(t, false);
  return true;
end $$;

revoke all on function save_checkpoint from public, bindery_service;
grant execute on function save_checkpoint to bindery_service;
