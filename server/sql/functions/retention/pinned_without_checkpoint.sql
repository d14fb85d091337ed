-- Old pinned versions that are still read through edits: each wants a checkpoint of exactly that version.
create or replace function pinned_without_checkpoint(in_workbook_id uuid, in_table_id uuid) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct p.version from pin p
  join table_version v on v.workbook_id = p.workbook_id and v.table_id = p.table_id and v.version = p.version
  where p.workbook_id = in_workbook_id and p.table_id = in_table_id and (p.expires_at is null or p.expires_at > now())
    and (v.at < now() - history_age() or is_buried(in_workbook_id, in_table_id))
    and not exists (
      select from manifest m
      where m.workbook_id = p.workbook_id and m.table_id = p.table_id and m.version = p.version and m.overlays = '{}')
$$;

revoke all on function pinned_without_checkpoint from public, bindery_service;
grant execute on function pinned_without_checkpoint to bindery_service;
