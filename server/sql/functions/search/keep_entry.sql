-- Puts an entry where it belongs; one that is there already as it is costs nothing.
create or replace function keep_entry(entry search_entry) returns void
language plpgsql as $$
begin
  perform from search_entry e
  where e.workbook_id = entry.workbook_id and e.item_id = entry.item_id
    and (e.account_id, e.workspace_id, e.name, e.description, e.columns, e.origins, e.filenames)
      is not distinct from (entry.account_id, entry.workspace_id, entry.name, entry.description, entry.columns, entry.origins, entry.filenames);
  if found then
    return;
  end if;
  entry := signed_entry(entry);
  delete from search_entry e where e.workbook_id = entry.workbook_id and e.item_id = entry.item_id;
  insert into search_entry select entry.*;
end $$;

revoke all on function keep_entry from public, bindery_service;
