-- The same cells with NULL in these columns, by their ids.
create or replace function without_cells(cells jsonb, columns text[]) returns jsonb
language sql immutable as $$
  select case when cells ?| columns then (
    select jsonb_object_agg(c.key, case when c.key = any (columns) then 'null' else c.value end) from jsonb_each(cells) as c)
  else cells end
$$;

revoke all on function without_cells from public, bindery_service;
