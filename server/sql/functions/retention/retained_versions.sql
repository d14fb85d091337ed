-- Versions of a table that must stay readable, each with the manifest it is read from. Of a buried table only pinned ones are.
create or replace function retained_versions(t table_head) returns table (version bigint, at timestamptz, manifest_version bigint)
language sql stable as $$
  select v.version, v.at, (
    select max(m.version) from manifest m
    where m.workbook_id = t.workbook_id and m.table_id = t.table_id and m.version <= v.version)
  from table_version v
  where v.workbook_id = t.workbook_id and v.table_id = t.table_id and (
    (v.version = t.edit_version or v.at >= now() - history_age()) and not (select is_buried(t.workbook_id, t.table_id))
    or exists (
      select from pin p
      where p.workbook_id = v.workbook_id and p.table_id = v.table_id and p.version = v.version
        and (p.expires_at is null or p.expires_at > now())))
$$;

revoke all on function retained_versions from public, bindery_service;
