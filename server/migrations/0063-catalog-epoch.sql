-- Rises with every change of what SQL can name in a workbook: its artifacts, their schemas, and whether they are stale. A node may
-- keep what it has read of a catalog as long as this stays the same.
alter table workbook_head add column catalog_epoch bigint not null default 0;

-- A trigger, so that no writer can forget it. Whoever writes these tables holds the lock of the head already.
create function raise_catalog_epoch() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update workbook_head h set catalog_epoch = h.catalog_epoch + 1 where h.workbook_id = coalesce(new.workbook_id, old.workbook_id);
  return null;
end $$;

create trigger artifact_catalog after insert or delete on artifact for each row execute function raise_catalog_epoch();
create trigger artifact_catalog_changed after update on artifact for each row
  when (old.* is distinct from new.*) execute function raise_catalog_epoch();
create trigger table_head_catalog after insert or delete on table_head for each row execute function raise_catalog_epoch();
-- An edit of rows changes none of these.
create trigger table_head_catalog_changed after update on table_head for each row
  when (old.schema_no <> new.schema_no or old.next_column_id <> new.next_column_id
    or old.stale_since is distinct from new.stale_since or old.stale_reason is distinct from new.stale_reason)
  execute function raise_catalog_epoch();

revoke all on function raise_catalog_epoch from public;

-- Every edit asked for a checkpoint that was due until it was made; to look whether one is asked for already costs much less.
-- Replaces ask_for_checkpoint (0011-commit.sql)
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
