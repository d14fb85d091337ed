-- Forgets every row of the days before the last `kept` ones. Returns how many days went.
create or replace function drop_days(parent regclass, kept integer) returns integer
language plpgsql as $$
declare
  oldest date := (now() at time zone 'UTC')::date - kept;
  name text;
  dropped integer := 0;
begin
  -- Dropping waits for writers and lets nobody pass: better not today than long.
  set local lock_timeout = '1s';
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent and c.relname ~ ('^' || parent || '_\d{8}$')
      and right(c.relname, 8) < to_char(oldest, 'YYYYMMDD')
  loop
    execute format('drop table %I', name);
    dropped := dropped + 1;
  end loop;
  execute format('delete from %I where day < %L', parent || '_other', oldest);
  return dropped;
end $$;

revoke all on function drop_days from public, bindery_service;
