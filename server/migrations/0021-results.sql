-- What queries answered, kept for some days so that it can be read again page by page.

-- Tables that are kept by day have a part for each, named after it: old days are dropped whole. Both functions below do for
-- any such table what each of them would do for its own.

-- Makes a part for today and each of the days to come. Rows that landed elsewhere meanwhile move into it.
create function ensure_days(parent regclass, ahead integer) returns void
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

-- Forgets every row of the days before the last `kept` ones. Returns how many days went.
create function drop_days(parent regclass, kept integer) returns integer
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

create or replace function ensure_outbox_days(ahead integer) returns void
language sql security definer set search_path = public, pg_temp as $$ select ensure_days('outbox', ahead) $$;

create or replace function drop_outbox_days(kept integer) returns integer
language sql security definer set search_path = public, pg_temp as $$ select drop_days('outbox', kept) $$;

-- A result: all rows that a query answered, as its asker might see them then. Its id holds the time of its birth, so
-- whoever has the id knows the day.
create table result (
  workbook_id  uuid not null,
  result_id    uuid not null,
  day          date not null,
  user_id      uuid not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  -- What was hidden from its asker then. Whoever may see something else now does not get it.
  policy_epoch bigint not null,
  hidden_hash  bytea not null,
  -- The tables its rows come from.
  tables       uuid[] not null,
  -- What is told of it. Not jsonb: names of columns may hold what that refuses.
  manifest     json not null,
  row_count    bigint not null check (row_count >= 0),
  -- Its rows: here when they are few, else in the object store.
  inline       bytea,
  object_id    uuid,
  bytes        bigint,
  sha256       bytea,
  primary key (workbook_id, result_id, day),
  check (inline is null or object_id is null),
  check (inline is not null or (object_id is not null and bytes is not null and sha256 is not null))
) partition by range (day);
create index on result (result_id);
-- Compressed by the engine already, or too small to gain.
alter table result alter column inline set storage external;
-- Catches a day whose partition was not made in time; normally empty.
create table result_other partition of result default;

-- Objects with rows of results, known here before they are uploaded. One whose time is over is deleted, whoever wrote it.
create table result_object (
  workbook_id uuid not null,
  object_id   uuid not null,
  -- An hour while it is being uploaded, then as long as its result.
  expires_at  timestamptz not null default now() + interval '1 hour',
  primary key (workbook_id, object_id)
);
create index on result_object (expires_at);

create function ensure_result_days(ahead integer) returns void
language sql security definer set search_path = public, pg_temp as $$ select ensure_days('result', ahead) $$;
select ensure_result_days(7);

create function drop_result_days(kept integer) returns integer
language sql security definer set search_path = public, pg_temp as $$ select drop_days('result', kept) $$;

-- Takes a part of a buried workbook away: call again until nothing was. The books of its account stay by law, its
-- segments and the objects of its results until these are gone, and the lock until the very end.
create or replace function erase_workbook(in_workbook_id uuid, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  if not exists (select from workbook_tombstone t where t.workbook_id = head.workbook_id) then
    raise exception 'workbook % is not buried', in_workbook_id;
  end if;
  update result_object o set expires_at = now() where o.workbook_id = in_workbook_id and o.expires_at > now();
  return erase_rows(array['workbook_id'], array[in_workbook_id],
    array['workbook_tombstone', 'ledger_entry', 'segment', 'result_object', 'workbook_head'], most);
end $$;

-- The end of a purge. False: objects wait for their grace or for the sweep, or rows came meanwhile.
create or replace function end_workbook(in_workbook_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if erase_workbook(in_workbook_id, 1000) > 0
    or exists (select from segment s where s.workbook_id = in_workbook_id)
    or exists (select from result_object o where o.workbook_id = in_workbook_id) then
    return false;
  end if;
  delete from workbook_head where workbook_id = in_workbook_id;
  update workbook_tombstone set gone_at = now() where workbook_id = in_workbook_id;
  return true;
end $$;

revoke all on function ensure_days, drop_days, ensure_result_days, drop_result_days from public;
grant execute on function ensure_result_days, drop_result_days to bindery_service;
