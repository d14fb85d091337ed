-- Asks for a checkpoint when reading would begin to feel the edits that lie over the segments, or a day after the first. Looks first
-- whether one is asked for already: that costs much less than to ask.
create or replace function ask_for_checkpoint(t table_head, had_pending boolean) returns void
language plpgsql as $$
declare
  is_due boolean := t.delta_rows >= least(greatest(t.row_count / 100, 1000), 10000) or t.delta_bytes >= 8388608;
  task_key text := 'table.checkpoint:' || t.table_id;
begin
  if is_due and not exists (
      select from graphile_worker.jobs j
      where j.key = task_key and j.run_at <= now() and j.locked_at is null and j.attempts < j.max_attempts)
    or not is_due and t.delta_rows > 0 and not had_pending
  then
    perform enqueue_task('table.checkpoint', json_build_object('workbook_id', t.workbook_id, 'table_id', t.table_id),
      task_key, case when not is_due then now() + interval '1 day' end, 3);
  end if;
end $$;

revoke all on function ask_for_checkpoint from public, bindery_service;
