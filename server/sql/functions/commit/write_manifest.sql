-- Registers what an append or a new base is made of.
create or replace function write_manifest(w jsonb, inout t table_head, in_version bigint)
language plpgsql as $$
declare
  last manifest;
  over int8multirange := coalesce((w ->> 'overlays')::int8multirange, '{}');
begin
  if not make_live(t.workbook_id, w -> 'segments') then
    raise exception 'a segment of table % is not there any more', t.table_id;
  end if;
  if w ->> 'kind' = 'a' then
    last := newest_manifest(t);
    insert into manifest (workbook_id, table_id, version, kind, overlays, segments, added)
    values (t.workbook_id, t.table_id, in_version, 'a',
      last.overlays + int8multirange(int8range(last.version, t.edit_version, '(]')), by_row_id(last.segments || (w -> 'segments')), w -> 'segments');
    t.row_count := t.row_count + (select coalesce(sum((e ->> 3)::bigint), 0) from jsonb_array_elements(w -> 'segments') as e);
  else
    insert into manifest (workbook_id, table_id, version, kind, overlays, segments)
    values (t.workbook_id, t.table_id, in_version, 'b', over, w -> 'segments');
    t := count_pending(t, over);
  end if;
  t.manifest_version := in_version;
end $$;

revoke all on function write_manifest from public, bindery_service;
