-- Every table that has all of these columns, each before those that its rows point to. Read from the catalog: a new table below a
-- workbook need not be added anywhere else.
create or replace function tables_with(columns text[], except_for text[]) returns setof regclass
language sql stable as $$
  with recursive held as (
    select c.oid, coalesce(i.inhparent, c.oid)::regclass::text as family
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid and c.relispartition
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and columns <@ array(
      select a.attname::text from pg_attribute a where a.attrelid = c.oid and not a.attisdropped)
  ), pointing as (
    select held.oid, 0 as steps from held
    union
    select f.conrelid, p.steps + 1 from pointing p join pg_constraint f on f.confrelid = p.oid and f.contype = 'f'
    where f.conrelid <> f.confrelid and p.steps < 20
  )
  select h.oid::regclass from held h join pointing p using (oid)
  where h.family <> all (except_for)
  group by h.oid order by max(p.steps) desc, h.oid::regclass::text
$$;

revoke all on function tables_with from public, bindery_service;
