-- Whether a run that is being committed was overtaken: an input is not in the state it was made from any more, or is stale
-- itself, or gone.
create or replace function is_outdated(t table_head) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from table_version v
    cross join jsonb_each(v.built_from -> 'inputs') as i
    left join table_head u on u.workbook_id = t.workbook_id and u.table_id = i.key::uuid
    left join artifact a on a.workbook_id = t.workbook_id and a.artifact_id = i.key::uuid and a.deleted_at is null
    where v.workbook_id = t.workbook_id and v.table_id = t.table_id and v.version = t.edit_version
      and (u.content_version is distinct from (i.value ->> 0)::bigint or u.schema_no is distinct from (i.value ->> 1)::integer
        or u.stale_since is not null or a.artifact_id is null));
end $$;

revoke all on function is_outdated from public, bindery_service;
