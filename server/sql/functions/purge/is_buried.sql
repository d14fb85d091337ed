create or replace function is_buried(in_workbook_id uuid, in_table_id uuid) returns boolean
language sql stable as $$
  select exists (
    select from artifact where workbook_id = in_workbook_id and artifact_id = in_table_id
      and deleted_at is not null and purged_at is not null)
$$;

revoke all on function is_buried from public, bindery_service;
