-- Makes a part for today and each of the days to come. Rows that landed elsewhere meanwhile move into it.
create or replace function ensure_days(parent regclass, ahead integer) returns void
language plpgsql as $$
declare
  next_day date := (now() at time zone 'UTC')::date;
  last_day date := next_day + ahead;
  name text;
begin
  -- Two nodes may come here at once.
  perform pg_advisory_xact_lock(hashtext(parent || ' days'));
  while next_day <= last_day loop
    name := parent || '_' || to_char(next_day, 'YYYYMMDD');
    if to_regclass(name) is null then
      -- Made beside and then attached: writers of other days go on meanwhile.
      execute format('create table %I (like %s including all)', name, parent);
      execute format('revoke insert, update, delete, truncate on %I from bindery_service', name);
      execute format('lock table %I in access exclusive mode', parent || '_other');
      execute format('with moved as (delete from %I where day = %L returning *) insert into %I select * from moved',
        parent || '_other', next_day, name);
      execute format('alter table %s attach partition %I for values from (%L) to (%L)', parent, name, next_day, next_day + 1);
    end if;
    next_day := next_day + 1;
  end loop;
end $$;

revoke all on function ensure_days from public, bindery_service;
