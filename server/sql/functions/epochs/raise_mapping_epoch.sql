create or replace function raise_mapping_epoch() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update workbook_head h set policy_epoch = h.policy_epoch + 1 where h.workbook_id = new.workbook_id;
  return null;
end $$;

revoke all on function raise_mapping_epoch from public, bindery_service;
