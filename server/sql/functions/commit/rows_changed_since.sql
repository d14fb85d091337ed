-- Rows whose own version lies behind a later edit: what `lock: row` refuses.
create or replace function rows_changed_since(w jsonb, t table_head) returns bigint[]
language plpgsql stable as $$
begin
  if not exists (select from jsonb_array_elements(w -> 'rows') as r where r ->> 4 is not null) then
    return null;
  end if;
  return (
    select array_agg(distinct (r ->> 1)::bigint)
    from jsonb_array_elements(w -> 'rows') as r
    where r ->> 4 is not null and (
      exists (
        select from delta d where d.workbook_id = t.workbook_id and d.table_id = t.table_id
          and d.row_id = (r ->> 1)::bigint and d.version > (r ->> 4)::bigint)
      or exists (
        select from table_version v where v.workbook_id = t.workbook_id and v.table_id = t.table_id
          and v.version > (r ->> 4)::bigint and v.kind = 'b')));
end $$;

revoke all on function rows_changed_since from public, bindery_service;
