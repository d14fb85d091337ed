-- Deletes at most so many rows of the tables that have these columns, where they hold these ids. How many it were.
create or replace function erase_rows(columns text[], ids uuid[], except_for text[], most integer) returns integer
language plpgsql as $$
declare
  condition text := (select string_agg(format('%I = %L', name, id), ' and ') from unnest(columns, ids) as c (name, id));
  leaf regclass;
  part text;
  taken integer;
  erased integer := 0;
begin
  for leaf in select * from tables_with(columns, except_for) loop
    -- Rows that point to others of their own table go together.
    part := case when exists (select from pg_constraint f where f.conrelid = leaf and f.confrelid = leaf and f.contype = 'f')
      then 'all' else (most - erased)::text end;
    execute format('delete from only %s where ctid = any (array(select ctid from only %1$s where %s limit %s))', leaf, condition, part);
    get diagnostics taken = row_count;
    erased := erased + taken;
    exit when erased >= most;
  end loop;
  return erased;
end $$;

revoke all on function erase_rows from public, bindery_service;
