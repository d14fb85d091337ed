create or replace function newest_manifest(t table_head) returns manifest
language sql stable as $$
  select m from manifest m where m.workbook_id = t.workbook_id and m.table_id = t.table_id order by m.version desc limit 1
$$;

revoke all on function newest_manifest from public, bindery_service;
