-- Keeps the version a branch came from as long as the branch is open. The caller holds the head lock.
create or replace function pin_branch(in_workbook_id uuid, in_table_id uuid, in_version bigint, in_branch_id uuid, in_expires_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into pin (workbook_id, table_id, version, reason, ref, expires_at)
  values (in_workbook_id, in_table_id, in_version, 'branch', in_branch_id, in_expires_at)
$$;

revoke all on function pin_branch from public, bindery_service;
grant execute on function pin_branch to bindery_service;
