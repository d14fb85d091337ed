-- A table may be created with rows already: their ids are counted on from `next_row_id`.
create or replace function begin_table(in_workbook_id uuid, w jsonb) returns table_head
language plpgsql as $$
declare
  t table_head;
begin
  insert into artifact (workbook_id, artifact_id, kind, layer, name, state, description)
  values (in_workbook_id, (w ->> 'table')::uuid, w #>> '{create,kind}', w #>> '{create,layer}', w #>> '{create,name}', 'active', w #>> '{create,description}');
  insert into table_head (workbook_id, table_id, edit_version, content_version, schema_no, row_count, next_row_id, next_column_id, manifest_version, changed_seq)
  values (in_workbook_id, (w ->> 'table')::uuid, 0, 0, 0, 0, coalesce((w ->> 'next_row_id')::bigint, 1), 1, 0, 0)
  returning * into t;
  update workbook set table_count = table_count + 1 where workbook_id = in_workbook_id;
  return t;
end $$;

revoke all on function begin_table from public, bindery_service;
