create or replace function note_artifact(in_workbook_id uuid, in_artifact_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry;
begin
  select a.workbook_id, a.artifact_id, 'artifact', s.account_id, s.workspace_id, folded(a.name), folded(coalesce(a.description, '')),
    coalesce(c.names, '{}'), coalesce(c.origins, '{}'), f.names
  into entry
  from artifact a join workbook w using (workbook_id) join workspace s using (workspace_id)
  left join table_head h on h.workbook_id = a.workbook_id and h.table_id = a.artifact_id
  left join table_schema t on t.workbook_id = h.workbook_id and t.table_id = h.table_id and t.schema_no = h.schema_no,
  lateral (
    select array_agg(folded(c ->> 'name') order by n) as names, array_agg((c ->> 'origin')::integer order by n) as origins
    from jsonb_array_elements(t.columns) with ordinality as l (c, n)) as c,
  lateral (
    select array(select distinct folded(r.filename) from source_table o join source_revision r using (workbook_id, source_id)
      where o.workbook_id = a.workbook_id and o.table_id = a.artifact_id order by 1) as names) as f
  where a.workbook_id = in_workbook_id and a.artifact_id = in_artifact_id and a.deleted_at is null;
  if found then
    perform keep_entry(entry);
  else
    delete from search_entry e where e.workbook_id = in_workbook_id and e.item_id = in_artifact_id;
  end if;
end $$;

revoke all on function note_artifact from public, bindery_service;
