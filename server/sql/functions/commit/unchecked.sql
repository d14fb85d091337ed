-- What makes a write wait until its rows were checked against the rules, or null. A change of the schema alone changes no row.
-- `seen`: the tables that were looked at for it, and the versions they had: others may have written the same key since.
create or replace function unchecked(w jsonb, t table_head) returns jsonb
language plpgsql stable as $$
declare
  epoch bigint := (select h.rules_epoch from workbook_head h where h.workbook_id = t.workbook_id);
begin
  if epoch = 0 or w ->> 'kind' = 's' then
    return null;
  end if;
  if (w #>> '{rules,epoch}')::bigint is distinct from epoch or exists (
      select from jsonb_array_elements(w #> '{rules,seen}') as s
      left join table_head h on h.workbook_id = t.workbook_id and h.table_id = (s ->> 0)::uuid
      where h.edit_version is distinct from (s ->> 1)::bigint)
  then
    return jsonb_build_object('status', 'unchecked', 'table', t.table_id, 'current', t.edit_version, 'epoch', epoch);
  end if;
  return null;
end $$;

revoke all on function unchecked from public, bindery_service;
