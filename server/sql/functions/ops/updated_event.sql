-- The event of an edit. Its row counts reach all recipients, so they are left out where some may not know how many rows there are.
create or replace function updated_event(outcome jsonb, in_workbook_id uuid, cause text, in_op_id bigint) returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'artifact', json_build_object('id', wire_id('art', a.artifact_id), 'name', a.name, 'type', a.kind, 'layer', a.layer),
      'edit_version', outcome -> 'edit_version', 'cause', cause, 'op_id', in_op_id,
      'rows', case when not exists (select from row_policy p where p.workbook_id = in_workbook_id) then
        json_build_object('inserted', outcome -> 'inserted', 'updated', outcome -> 'updated', 'deleted', outcome -> 'deleted') end)
    from artifact a where a.workbook_id = in_workbook_id and a.artifact_id = (outcome ->> 'table')::uuid);
end $$;

revoke all on function updated_event from public, bindery_service;
