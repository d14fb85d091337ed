-- Forgets versions that are not retained, with the manifests and edits that no retained version is read from. Pinned
-- versions past their age should have a checkpoint of their own before, or they hold on to edits. It takes a part at a
-- time, so that no writer waits long for the lock: call again until nothing was forgotten.
create or replace function forget_versions(in_workbook_id uuid, in_table_id uuid, most integer, out versions bigint, out edits bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  t table_head;
  needed int8multirange;
  young bigint;
begin
  versions := 0;
  edits := 0;
  select * into t from table_head h where h.workbook_id = head.workbook_id and h.table_id = in_table_id;
  if not found then
    return;
  end if;
  -- First the versions themselves: one without a row is not readable, whatever of it is still there.
  delete from table_version v
  where v.workbook_id = in_workbook_id and v.table_id = in_table_id and v.version in (
    select o.version from table_version o
    where o.workbook_id = in_workbook_id and o.table_id = in_table_id
      and o.version not in (select r.version from retained_versions(t) as r)
    order by o.version limit most);
  get diagnostics versions = row_count;
  if versions = most then
    return;
  end if;
  delete from manifest m
  where m.workbook_id = in_workbook_id and m.table_id = in_table_id
    and m.version not in (select r.manifest_version from retained_versions(t) as r);
  select coalesce(range_agg(int8range(r.manifest_version, r.version, '(]')), '{}'), min(r.version) filter (where r.at >= now() - history_age())
  into needed, young from retained_versions(t) as r;
  select needed + coalesce(range_agg(o), '{}') into needed
  from manifest m, unnest(m.overlays) as o
  where m.workbook_id = in_workbook_id and m.table_id = in_table_id;
  -- Younger edits are history, which a buried table has none of.
  young := case when is_buried(in_workbook_id, in_table_id) then t.edit_version + 1 else coalesce(young, t.edit_version) end;
  delete from delta d
  where d.workbook_id = in_workbook_id and d.table_id = in_table_id and (d.row_id, d.version) in (
    select o.row_id, o.version from delta o
    where o.workbook_id = in_workbook_id and o.table_id = in_table_id and o.version < young and not o.version <@ needed
    limit most);
  get diagnostics edits = row_count;
end $$;

revoke all on function forget_versions from public, bindery_service;
grant execute on function forget_versions to bindery_service;
