-- Writes a snapshot of what is there now. The caller holds the head lock, so that all tables are of one moment.
create or replace function write_snapshot(head workbook_head, last snapshot, in_summary text, in_event_type text, in_actor jsonb) returns snapshot
language plpgsql as $$
declare
  s snapshot;
  pending record;
begin
  insert into snapshot (workbook_id, snapshot_id, parent_id, next_id, op_id, summary, event_type, actor, created_at, committed_at)
  select head.workbook_id, coalesce(last.next_id, head.workbook_id), last.snapshot_id, new_id(), head.op_id, in_summary, in_event_type,
    in_actor, coalesce(last.committed_at, w.created_at), head.last_at
  from workbook w where w.workbook_id = head.workbook_id
  returning * into strict s;
  insert into snapshot_table (workbook_id, snapshot_id, table_id, version, name, state, row_count, stale_since)
  select s.workbook_id, s.snapshot_id, c.* from current_cut(s.workbook_id) as c;
  insert into pin (workbook_id, table_id, version, reason, ref)
  select t.workbook_id, t.table_id, t.version, 'snapshot', s.snapshot_id from snapshot_table t
  where t.workbook_id = s.workbook_id and t.snapshot_id = s.snapshot_id;
  -- Read from then on without edits laid over segments; nobody waits for it.
  for pending in
    select h.table_id from snapshot_table t
    join table_head h on h.workbook_id = t.workbook_id and h.table_id = t.table_id
    where t.workbook_id = s.workbook_id and t.snapshot_id = s.snapshot_id and h.delta_rows > 0
  loop
    perform enqueue_task('table.checkpoint', json_build_object('workbook_id', s.workbook_id, 'table_id', pending.table_id),
      'table.checkpoint:' || pending.table_id, null, 3);
  end loop;
  return s;
end $$;

revoke all on function write_snapshot from public, bindery_service;
