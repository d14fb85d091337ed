-- A table in the trash is found by its id alone.
create index artifact_in_trash on artifact (artifact_id) where deleted_at is not null;

-- Brings a table back from the trash as it was: its versions, its rows and their ids were never touched.
create function untrash_table(in_workbook_id uuid, in_table_id uuid, actor jsonb, detail jsonb, parts audit_parts) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  old_audit_seq bigint := head.audit_seq;
  event_actor json := json_build_object('name', actor -> 'name', 'user_id', actor -> 'user_id');
  version bigint;
begin
  update artifact set deleted_at = null, updated_at = now()
  where workbook_id = in_workbook_id and artifact_id = in_table_id and deleted_at is not null;
  if not found then
    return false;
  end if;
  head.edit_seq := head.edit_seq + 1;
  head.op_id := head.op_id + 1;
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
  update workbook set table_count = table_count + 1 where workbook_id = in_workbook_id;
  update table_head set changed_seq = head.edit_seq
  where workbook_id = in_workbook_id and table_id = in_table_id
  returning edit_version into strict version;
  head := link_event(head, new_id(), 'artifact.updated', event_actor, updated_event(
    jsonb_build_object('table', in_table_id, 'edit_version', version, 'inserted', 0, 'updated', 0, 'deleted', 0),
    in_workbook_id, 'table.restore', head.op_id));
  insert into op (workbook_id, op_id, table_id, kind, actor, detail, at)
  values (in_workbook_id, head.op_id, in_table_id, 'table.restore', actor, detail, head.last_at);
  head := link_pending_audit(head, 1000);
  head := link_audit(head, parts, head.op_id, null, null);
  update workbook_head h set edit_seq = head.edit_seq, op_id = head.op_id, event_seq = head.event_seq where h.workbook_id = in_workbook_id;
  perform save_audit_head(head, old_audit_seq);
  return true;
end $$;
revoke all on function untrash_table from public;
grant execute on function untrash_table to bindery_service;
