-- A run says which state of its inputs it was made from: {"inputs": {"<table_id>": [content_version, schema_no] or null}}.
-- Null is an input that the same commit has written: it is known only now.
create or replace function fill_built_from(in_workbook_id uuid, in_tables uuid[]) returns void
language plpgsql as $$
begin
  update table_version v
  set built_from = jsonb_set(v.built_from, '{inputs}', (
    select coalesce(jsonb_object_agg(i.key, case
      when i.value = 'null' then jsonb_build_array(u.content_version, u.schema_no) else i.value end), '{}')
    from jsonb_each(v.built_from -> 'inputs') as i
    left join table_head u on u.workbook_id = in_workbook_id and u.table_id = i.key::uuid))
  from table_head h
  where h.workbook_id = in_workbook_id and h.table_id = any (in_tables)
    and v.workbook_id = in_workbook_id and v.table_id = h.table_id and v.version = h.edit_version
    and v.built_from is not null;
end $$;

revoke all on function fill_built_from from public, bindery_service;
