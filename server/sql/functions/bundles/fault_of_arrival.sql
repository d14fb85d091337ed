-- Says what is wrong with the tables that came, or null. The maker of the bundle may have written anything into it.
create or replace function fault_of_arrival(w uuid, last_edit_seq bigint, last_op_id bigint) returns text
language plpgsql stable as $$
begin
  if exists (
    select from (select artifact_id from artifact where workbook_id = w and kind in ('table', 'view')) as a
    full join (select table_id from table_head where workbook_id = w) as h on h.table_id = a.artifact_id
    where a.artifact_id is null or h.table_id is null)
  then return 'a table is not registered, or one that is has no rows'; end if;

  if exists (
    select from table_head h join artifact a on a.workbook_id = w and a.artifact_id = h.table_id
    left join table_version v on v.workbook_id = w and v.table_id = h.table_id and v.version = h.edit_version
    where h.workbook_id = w and a.purged_at is null and (
      h.edit_version < 1 or h.next_row_id < 1 or h.row_count < 0 or h.changed_seq > last_edit_seq
      or (v.schema_no, v.row_count, v.content_version) is distinct from (h.schema_no, h.row_count, h.content_version)
      or h.manifest_version is distinct from (select max(m.version) from manifest m where m.workbook_id = w and m.table_id = h.table_id)
      or h.next_column_id <= (select max((c ->> 'id')::integer) from table_schema s, jsonb_array_elements(s.columns) as c
        where s.workbook_id = w and s.table_id = h.table_id)))
  then return 'a table is not at the version it says'; end if;

  if exists (
    select from table_version v
    left join table_head h on h.workbook_id = w and h.table_id = v.table_id
    left join table_schema s on s.workbook_id = w and s.table_id = v.table_id and s.schema_no = v.schema_no
    where v.workbook_id = w and (h.table_id is null or s.table_id is null or v.version < 1 or v.version > h.edit_version
      or v.op_id > last_op_id or v.edit_seq > last_edit_seq or not exists (
        select from manifest m where m.workbook_id = w and m.table_id = v.table_id and m.version <= v.version)))
  then return 'a version has no content'; end if;

  if exists (
    select from manifest m left join table_head h on h.workbook_id = w and h.table_id = m.table_id
    where m.workbook_id = w and (h.table_id is null or m.version > h.edit_version or upper(m.overlays) > m.version + 1
      or not are_disjoint(m.segments)
      or exists (select from jsonb_array_elements(m.segments || coalesce(m.added, '[]')) as e
        left join segment g on g.workbook_id = w and g.segment_id = (e ->> 0)::uuid
        where g.table_id is distinct from m.table_id or (e ->> 1)::bigint < 1 or (e ->> 2)::bigint >= h.next_row_id)))
  then return 'rows of a version are not where it says'; end if;

  if exists (
    select from delta d left join table_head h on h.workbook_id = w and h.table_id = d.table_id
    where d.workbook_id = w and (h.table_id is null or d.version < 1 or d.version > h.edit_version or d.row_id < 1 or d.row_id >= h.next_row_id))
  then return 'an edit is of no version of its table'; end if;

  if exists (select from op o where o.workbook_id = w and (o.op_id < 1 or o.op_id > last_op_id)) then
    return 'an op has a number that was never given'; end if;

  if exists (
    select from lineage l
    left join table_head f on f.workbook_id = w and f.table_id = l.from_id
    left join table_head t on t.workbook_id = w and t.table_id = l.to_id
    where l.workbook_id = w and (f.table_id is null or t.table_id is null))
    or exists (
      with recursive made (from_id, to_id) as (
        select l.from_id, l.to_id from lineage l where l.workbook_id = w
        union select m.from_id, l.to_id from made m join lineage l on l.workbook_id = w and l.from_id = m.to_id
      ) select from made where from_id = to_id)
  then return 'a table is made from itself, or from none of these'; end if;

  return null;
end $$;

revoke all on function fault_of_arrival from public, bindery_service;
