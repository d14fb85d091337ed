-- A trigger, so that no writer can forget it. Rules are written under the lock of the head.
create or replace function raise_rules_epoch() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update workbook_head h set rules_epoch = h.rules_epoch + 1 where h.workbook_id = coalesce(new.workbook_id, old.workbook_id);
  return null;
end $$;

revoke all on function raise_rules_epoch from public, bindery_service;
