-- What people say about a column. No data: it makes no version. It hangs on the origin, so a retype keeps it.
create table column_description (
  workbook_id uuid not null,
  table_id    uuid not null,
  origin      integer not null,
  description text not null check (length(description) between 1 and 10000),
  primary key (workbook_id, table_id, origin),
  foreign key (workbook_id, table_id) references artifact on delete cascade
);

-- Puts a table into the trash: its name is free at once, what is made from it becomes stale.
create function trash_table(
  in_workbook_id uuid, in_table_id uuid, expected bigint, actor jsonb, detail jsonb, parts audit_parts
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  old_audit_seq bigint := head.audit_seq;
  event_actor json := json_build_object('name', actor -> 'name', 'user_id', actor -> 'user_id');
  t table_head;
  a artifact;
  refusal jsonb;
  stale uuid;
begin
  select * into a from artifact
  where workbook_id = in_workbook_id and artifact_id = in_table_id and deleted_at is null;
  if not found then
    return jsonb_build_object('status', 'gone', 'table', in_table_id);
  end if;
  select * into strict t from table_head h where h.workbook_id = in_workbook_id and h.table_id = in_table_id;
  refusal := why_not(jsonb_build_object('expected', expected), t);
  if refusal is not null then
    return refusal;
  end if;
  update artifact set deleted_at = now(), updated_at = now() where workbook_id = in_workbook_id and artifact_id = in_table_id;
  head.edit_seq := head.edit_seq + 1;
  head.op_id := head.op_id + 1;
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
  update workbook set table_count = table_count - 1 where workbook_id = in_workbook_id;
  update table_head set changed_seq = head.edit_seq where workbook_id = in_workbook_id and table_id = in_table_id;
  head := link_event(head, new_id(), 'artifact.deleted', event_actor, json_build_object(
    'artifact', json_build_object('id', wire_id('art', a.artifact_id), 'name', a.name, 'type', a.kind, 'layer', a.layer),
    'cause', 'table.delete'));
  foreach stale in array mark_stale(in_workbook_id, array[in_table_id], head.last_at) loop
    head := link_event(head, new_id(), 'artifact.stale', event_actor, stale_event(in_workbook_id, stale, head.last_at));
  end loop;
  insert into op (workbook_id, op_id, table_id, kind, actor, detail, at)
  values (in_workbook_id, head.op_id, in_table_id, 'table.delete', actor, detail, head.last_at);
  head := link_pending_audit(head, 1000);
  head := link_audit(head, parts, head.op_id, null, null);
  update workbook_head h set edit_seq = head.edit_seq, op_id = head.op_id, event_seq = head.event_seq where h.workbook_id = in_workbook_id;
  perform save_audit_head(head, old_audit_seq);
  return jsonb_build_object('status', 'ok', 'op_id', head.op_id);
end $$;
revoke all on function trash_table from public;
grant execute on function trash_table to bindery_service;
