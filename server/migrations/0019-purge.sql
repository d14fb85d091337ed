-- What was thrown away is gone for good once its days in the trash are over.
--
-- A purge is a word first, in a commit of its own: from then on nothing comes back from the trash. What follows takes a
-- part at a time under the head lock and may stop anywhere; whoever comes next goes on. Objects are deleted by their rows
-- in `segment`, after the same grace as everywhere.

-- Set when an artifact's days in the trash are over. What no pin holds of it is taken away.
alter table artifact add column purged_at timestamptz;

-- All that is left of a purged workbook: that it was there, and where its audit log ended. The signed checkpoints of that
-- log, which lie in the object store, can still be compared with it.
create table workbook_tombstone (
  workbook_id uuid primary key,
  account_id  uuid not null,
  audit_seq   bigint not null,
  audit_hash  bytea not null,
  deleted_at  timestamptz not null,
  purged_at   timestamptz not null default now(),
  -- Null while there is still something of it to take away.
  gone_at     timestamptz
);
create index workbook_tombstone_open on workbook_tombstone (workbook_id) where gone_at is null;
revoke insert, update, delete, truncate on workbook_tombstone from bindery_service;

-- Segments that nothing names, so that nobody looks through all of them for those past their grace.
create index segment_unreferenced on segment (unreferenced_since) where unreferenced_since is not null;

-- Every table that has all of these columns, each before those that its rows point to. Read from the catalog: whoever adds
-- a table below a workbook need not remember to add it anywhere else.
create function tables_with(columns text[], except_for text[]) returns setof regclass
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

-- Deletes at most so many rows of the tables that have these columns, where they hold these ids. How many it were.
create function erase_rows(columns text[], ids uuid[], except_for text[], most integer) returns integer
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

-- Says that a workbook is gone for good. False: it has not been in the trash for long enough, or nothing of it is left.
create function bury_workbook(in_workbook_id uuid, days integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head;
begin
  select * into head from workbook_head where workbook_id = in_workbook_id for update;
  if not found then
    return false;
  end if;
  insert into workbook_tombstone (workbook_id, account_id, audit_seq, audit_hash, deleted_at)
  select w.workbook_id, s.account_id, head.audit_seq, head.audit_hash, w.deleted_at
  from workbook w join workspace s using (workspace_id)
  where w.workbook_id = in_workbook_id and w.deleted_at < now() - make_interval(days => days)
  on conflict do nothing;
  return exists (select from workbook_tombstone where workbook_id = in_workbook_id);
end $$;

-- Takes a part of a buried workbook away: call again until nothing was. The books of its account stay by law, its
-- segments until their objects are gone, and the lock until the very end.
create function erase_workbook(in_workbook_id uuid, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  if not exists (select from workbook_tombstone t where t.workbook_id = head.workbook_id) then
    raise exception 'workbook % is not buried', in_workbook_id;
  end if;
  return erase_rows(array['workbook_id'], array[in_workbook_id],
    array['workbook_tombstone', 'ledger_entry', 'segment', 'workbook_head'], most);
end $$;

-- The end of a purge. False: objects wait for their grace, or rows came meanwhile.
create function end_workbook(in_workbook_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if erase_workbook(in_workbook_id, 1000) > 0 or exists (select from segment s where s.workbook_id = in_workbook_id) then
    return false;
  end if;
  delete from workbook_head where workbook_id = in_workbook_id;
  update workbook_tombstone set gone_at = now() where workbook_id = in_workbook_id;
  return true;
end $$;

-- Says that a table does not come back from the trash. False: it is not there, or has not been for long enough.
create function bury_table(in_workbook_id uuid, in_table_id uuid, days integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  update artifact a set purged_at = now()
  where a.workbook_id = head.workbook_id and a.artifact_id = in_table_id and a.purged_at is null
    and a.deleted_at < now() - make_interval(days => days);
  return is_buried(in_workbook_id, in_table_id);
end $$;

create function is_buried(in_workbook_id uuid, in_table_id uuid) returns boolean
language sql stable as $$
  select exists (
    select from artifact where workbook_id = in_workbook_id and artifact_id = in_table_id
      and deleted_at is not null and purged_at is not null)
$$;

-- Of a buried table only pinned versions are retained.
create or replace function retained_versions(t table_head) returns table (version bigint, at timestamptz, manifest_version bigint)
language sql stable as $$
  select v.version, v.at, (
    select max(m.version) from manifest m
    where m.workbook_id = t.workbook_id and m.table_id = t.table_id and m.version <= v.version)
  from table_version v
  where v.workbook_id = t.workbook_id and v.table_id = t.table_id and (
    (v.version = t.edit_version or v.at >= now() - interval '90 days') and not (select is_buried(t.workbook_id, t.table_id))
    or exists (
      select from pin p
      where p.workbook_id = v.workbook_id and p.table_id = v.table_id and p.version = v.version
        and (p.expires_at is null or p.expires_at > now())))
$$;

-- Forgets versions that are not retained, with the manifests and edits that no retained version is read from. Pinned
-- versions past their age should have a checkpoint of their own before, or they hold on to edits. It takes a part at a
-- time, so that no writer waits long for the lock: call again until nothing was forgotten.
create or replace function forget_versions(in_workbook_id uuid, in_table_id uuid, most integer, out versions bigint, out edits bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  t table_head;
  needed int8multirange;
  young bigint;
begin
  versions := 0;
  edits := 0;
  select * into t from table_head h where h.workbook_id = head.workbook_id and h.table_id = in_table_id;
  if not found then
    return;
  end if;
  -- First the versions themselves: one without a row is not readable, whatever of it is still there.
  delete from table_version v
  where v.workbook_id = in_workbook_id and v.table_id = in_table_id and v.version in (
    select o.version from table_version o
    where o.workbook_id = in_workbook_id and o.table_id = in_table_id
      and o.version not in (select r.version from retained_versions(t) as r)
    order by o.version limit most);
  get diagnostics versions = row_count;
  if versions = most then
    return;
  end if;
  delete from manifest m
  where m.workbook_id = in_workbook_id and m.table_id = in_table_id
    and m.version not in (select r.manifest_version from retained_versions(t) as r);
  select coalesce(range_agg(int8range(r.manifest_version, r.version, '(]')), '{}'), min(r.version) filter (where r.at >= now() - interval '90 days')
  into needed, young from retained_versions(t) as r;
  select needed + coalesce(range_agg(o), '{}') into needed
  from manifest m, unnest(m.overlays) as o
  where m.workbook_id = in_workbook_id and m.table_id = in_table_id;
  -- Younger edits are history, which a buried table has none of.
  young := case when is_buried(in_workbook_id, in_table_id) then t.edit_version + 1 else coalesce(young, t.edit_version) end;
  delete from delta d
  where d.workbook_id = in_workbook_id and d.table_id = in_table_id and (d.row_id, d.version) in (
    select o.row_id, o.version from delta o
    where o.workbook_id = in_workbook_id and o.table_id = in_table_id and o.version < young and not o.version <@ needed
    limit most);
  get diagnostics edits = row_count;
end $$;

-- Old pinned versions that are still read through edits: each wants a checkpoint of exactly that version.
create or replace function pinned_without_checkpoint(in_workbook_id uuid, in_table_id uuid) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct p.version from pin p
  join table_version v on v.workbook_id = p.workbook_id and v.table_id = p.table_id and v.version = p.version
  where p.workbook_id = in_workbook_id and p.table_id = in_table_id and (p.expires_at is null or p.expires_at > now())
    and (v.at < now() - interval '90 days' or is_buried(in_workbook_id, in_table_id))
    and not exists (
      select from manifest m
      where m.workbook_id = p.workbook_id and m.table_id = p.table_id and m.version = p.version and m.overlays = '{}')
$$;

-- Takes a part of a buried table away: call again until nothing was. What was done to it is told for as long as its
-- workbook lives. A version that is still pinned holds it.
create function erase_table(in_workbook_id uuid, in_table_id uuid, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  t table_head;
  erased integer;
begin
  select * into t from table_head h where h.workbook_id = head.workbook_id and h.table_id = in_table_id;
  if not is_buried(in_workbook_id, in_table_id) or exists (select from retained_versions(t)) then
    return 0;
  end if;
  erased := erase_rows(array['workbook_id', 'table_id'], array[in_workbook_id, in_table_id], array['op', 'segment', 'table_head'], most);
  if erased = 0 then
    update segment s set unreferenced_since = now()
    where s.workbook_id = in_workbook_id and s.table_id = in_table_id and s.state = 'L' and s.unreferenced_since is null;
    delete from lineage where workbook_id = in_workbook_id and in_table_id in (from_id, to_id);
    delete from table_head where workbook_id = in_workbook_id and table_id = in_table_id;
    delete from artifact where workbook_id = in_workbook_id and artifact_id = in_table_id;
  end if;
  return erased;
end $$;

revoke all on function tables_with, erase_rows, is_buried from public;
revoke all on function bury_workbook, erase_workbook, end_workbook, bury_table, erase_table from public;
grant execute on function bury_workbook, erase_workbook, end_workbook, bury_table, erase_table to bindery_service;
