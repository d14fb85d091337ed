-- Freezes the workbook as it stands, and names that state if a label is given. What has not changed since the newest
-- snapshot is not frozen twice: it is that one.
create or replace function commit_snapshot(
  in_workbook_id uuid, in_label text, in_summary text, in_event_type text, in_actor jsonb, detail jsonb, parts audit_parts
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  old_audit_seq bigint := head.audit_seq;
  last snapshot;
  s snapshot;
  is_new boolean;
begin
  if exists (select from version v where v.workbook_id = in_workbook_id and v.label = in_label) then
    return jsonb_build_object('status', 'taken');
  end if;
  select * into last from snapshot n where n.workbook_id = in_workbook_id order by n.op_id desc limit 1;
  is_new := last.snapshot_id is null or differs_from(last);
  if not is_new and in_label is null then
    return jsonb_build_object('status', 'ok', 'snapshot_id', last.snapshot_id, 'is_new', false);
  end if;
  head.op_id := head.op_id + 1;
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
  if is_new then
    s := write_snapshot(head, last, coalesce(in_summary, in_label), in_event_type, in_actor);
  else
    s := last;
  end if;
  if in_label is not null then
    insert into version (workbook_id, label, snapshot_id, op_id, summary, actor, created_at)
    values (in_workbook_id, in_label, s.snapshot_id, head.op_id, in_summary, in_actor, head.last_at);
  end if;
  insert into op (workbook_id, op_id, kind, actor, detail, at)
  values (in_workbook_id, head.op_id, case when in_label is null then 'snapshot.commit' else 'version.commit' end, in_actor, detail, head.last_at);
  head := link_event(head, new_id(), 'snapshot.committed',
    json_build_object('name', in_actor -> 'name', 'user_id', in_actor -> 'user_id'),
    json_build_object('snapshot_id', wire_id('snap', s.snapshot_id), 'summary', s.summary, 'event_type', s.event_type,
      'versions', case when in_label is null then json_build_array() else json_build_array(in_label) end));
  head := link_pending_audit(head, 1000);
  head := link_audit(head, parts, head.op_id, null, null);
  update workbook_head h set op_id = head.op_id, event_seq = head.event_seq where h.workbook_id = in_workbook_id;
  perform save_audit_head(head, old_audit_seq);
  return jsonb_build_object('status', 'ok', 'snapshot_id', s.snapshot_id, 'is_new', is_new);
end $$;

revoke all on function commit_snapshot from public, bindery_service;
grant execute on function commit_snapshot to bindery_service;
