-- A trigger, so that no writer can forget it. Writers of these tables hold the lock of the head already.
create or replace function raise_catalog_epoch() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update workbook_head h set catalog_epoch = h.catalog_epoch + 1 where h.workbook_id = coalesce(new.workbook_id, old.workbook_id);
  return null;
end $$;

revoke all on function raise_catalog_epoch from public, bindery_service;
