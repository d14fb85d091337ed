-- A file cannot be changed, so one that held an erased cell goes as a whole, in every revision; so does what was found out
-- about its content. The same bytes sent again are another file. Returns the objects. The caller holds the head lock.
create or replace function erase_files(in_workbook_id uuid, in_sources uuid[]) returns uuid[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  objects uuid[];
begin
  delete from structuring s using source_revision r
  where r.workbook_id = in_workbook_id and r.source_id = any (in_sources) and s.workbook_id = r.workbook_id and s.content = r.sha256;
  with gone as (
    update source_revision r set erased_at = now(), sha256 = sha256(uuid_send(r.object_id))
    where r.workbook_id = in_workbook_id and r.source_id = any (in_sources) and r.erased_at is null
    returning r.object_id)
  select coalesce(array_agg(object_id), '{}') into objects from gone;
  return objects;
end $$;

revoke all on function erase_files from public, bindery_service;
grant execute on function erase_files to bindery_service;
