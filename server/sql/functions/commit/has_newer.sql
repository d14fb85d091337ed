-- Would this write overlook something that came after what it read? Only row edits have read anything.
create or replace function has_newer(w jsonb, t table_head) returns boolean
language plpgsql stable as $$
declare
  read bigint := (w ->> 'read')::bigint;
begin
  if read is null or read >= t.edit_version then
    return false;
  end if;
  if (w ->> 'match')::boolean then
    return true;
  end if;
  return exists (
      select from table_version v
      where v.workbook_id = t.workbook_id and v.table_id = t.table_id and v.version > read and v.kind in ('b', 's'))
    or exists (
      select from jsonb_array_elements(w -> 'rows') as r
      join delta d on d.workbook_id = t.workbook_id and d.table_id = t.table_id and d.row_id = (r ->> 1)::bigint
      where d.version > read);
end $$;

revoke all on function has_newer from public, bindery_service;
