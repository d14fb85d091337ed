-- Puts a table into the trash: its name is free at once, what is made from it becomes stale. No row is written, so rules of the workbook
-- are not checked.
create or replace function trash_table(in_workbook_id uuid, in_table_id uuid, expected bigint, actor jsonb, detail jsonb, parts audit_parts)
returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  event_actor json := json_build_object('name', actor -> 'name', 'user_id', actor -> 'user_id');
  t table_head;
  a artifact;
  refusal jsonb;
  spread record;
begin
  select * into a from artifact
  where workbook_id = in_workbook_id and artifact_id = in_table_id and deleted_at is null;
  if not found then
    return jsonb_build_object('status', 'gone', 'table', in_table_id);
  end if;
  select * into strict t from table_head h where h.workbook_id = in_workbook_id and h.table_id = in_table_id;
  refusal := why_not(jsonb_build_object('expected', expected), t);
  if refusal ->> 'status' <> 'unchecked' then
    return refusal;
  end if;
  update artifact set deleted_at = now(), purged_at = null, updated_at = now() where workbook_id = in_workbook_id and artifact_id = in_table_id;
  head := begin_op(head);
  update workbook set table_count = table_count - 1 where workbook_id = in_workbook_id;
  update table_head set changed_seq = head.edit_seq where workbook_id = in_workbook_id and table_id = in_table_id;
  head := link_event(head, new_id(), 'artifact.deleted', event_actor, json_build_object(
    'artifact', json_build_object('id', wire_id('art', a.artifact_id), 'name', a.name, 'type', a.kind, 'layer', a.layer),
    'cause', 'table.delete'));
  spread := spread_stale(head, array[in_table_id], event_actor);
  head := end_op(spread.head, in_table_id, 'table.delete', null, actor, detail, parts);
  return jsonb_build_object('status', 'ok', 'op_id', head.op_id);
end $$;

revoke all on function trash_table from public, bindery_service;
grant execute on function trash_table to bindery_service;
