-- An edit of cells that a transform makes is an override of each. Written over with what the transform made, it is none.
create or replace function write_overrides(t table_head, w jsonb, in_op_id bigint) returns void
language plpgsql as $$
begin
  if not exists (select from transform f where f.workbook_id = t.workbook_id and f.table_id = t.table_id) then
    return;
  end if;
  with edited as (
    select (r ->> 1)::bigint as row_id, c.key::integer as column_id, c.value as value, r -> 3 ->> c.key as before
    from jsonb_array_elements(w -> 'rows') as r, jsonb_each_text(r -> 2) as c
    where r ->> 0 = 'U'
  ), ended as (
    update cell_override o set dropped_op = in_op_id
    from edited e
    where o.workbook_id = t.workbook_id and o.table_id = t.table_id and o.row_id = e.row_id and o.column_id = e.column_id
      and o.dropped_op is null
    returning o.*
  )
  insert into cell_override (workbook_id, table_id, row_id, column_id, op_id, override_id, value, base_value, made_value, stale)
  select t.workbook_id, t.table_id, e.row_id, e.column_id, in_op_id, coalesce(o.override_id, new_id()), e.value,
    case when o.row_id is null then e.before else o.base_value end, case when o.row_id is null then e.before else o.made_value end,
    coalesce(o.stale, false)
  from edited e left join ended o on o.row_id = e.row_id and o.column_id = e.column_id
  where e.value is distinct from case when o.row_id is null then e.before else o.made_value end;
end $$;

revoke all on function write_overrides from public, bindery_service;
