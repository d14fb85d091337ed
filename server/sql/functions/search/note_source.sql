create or replace function note_source(in_workbook_id uuid, in_source_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry;
begin
  select o.workbook_id, o.source_id, 'source', s.account_id, s.workspace_id, folded(o.name), '', '{}', '{}',
    array(select distinct folded(r.filename) from source_revision r
      where r.workbook_id = o.workbook_id and r.source_id = o.source_id order by 1)
  into entry
  from source o join workbook w using (workbook_id) join workspace s using (workspace_id)
  where o.workbook_id = in_workbook_id and o.source_id = in_source_id;
  if found then
    perform keep_entry(entry);
  else
    delete from search_entry e where e.workbook_id = in_workbook_id and e.item_id = in_source_id;
  end if;
end $$;

revoke all on function note_source from public, bindery_service;
