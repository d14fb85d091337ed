-- Brings a table back from the trash as it was: its versions, its rows and their ids were never touched.
create or replace function untrash_table(in_workbook_id uuid, in_table_id uuid, actor jsonb, detail jsonb, parts audit_parts) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  event_actor json := json_build_object('name', actor -> 'name', 'user_id', actor -> 'user_id');
  version bigint;
begin
  update artifact set deleted_at = null, updated_at = now()
  where workbook_id = in_workbook_id and artifact_id = in_table_id and deleted_at is not null and purged_at is null;
  if not found then
    return false;
  end if;
  head := begin_op(head);
  update workbook set table_count = table_count + 1 where workbook_id = in_workbook_id;
  update table_head set changed_seq = head.edit_seq
  where workbook_id = in_workbook_id and table_id = in_table_id
  returning edit_version into strict version;
  head := link_event(head, new_id(), 'artifact.updated', event_actor, updated_event(
    jsonb_build_object('table', in_table_id, 'edit_version', version, 'inserted', 0, 'updated', 0, 'deleted', 0),
    in_workbook_id, 'table.restore', head.op_id));
  head := end_op(head, in_table_id, 'table.restore', null, actor, detail, parts);
  return true;
end $$;

revoke all on function untrash_table from public, bindery_service;
grant execute on function untrash_table to bindery_service;
