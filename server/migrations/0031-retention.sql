-- What is kept for a time only is forgotten although nobody touches it any more; and for how long is a setting.

-- How long versions are kept for their own sake. Each connection of the service says so.
create function history_age() returns interval
language sql stable as $$
  select make_interval(days => coalesce(nullif(current_setting('bindery.history_days', true), '')::integer, 90))
$$;

-- Versions of a table that must stay readable, each with the manifest it is read from. Of a buried table only pinned ones are.
create or replace function retained_versions(t table_head) returns table (version bigint, at timestamptz, manifest_version bigint)
language sql stable as $$
  select v.version, v.at, (
    select max(m.version) from manifest m
    where m.workbook_id = t.workbook_id and m.table_id = t.table_id and m.version <= v.version)
  from table_version v
  where v.workbook_id = t.workbook_id and v.table_id = t.table_id and (
    (v.version = t.edit_version or v.at >= now() - history_age()) and not (select is_buried(t.workbook_id, t.table_id))
    or exists (
      select from pin p
      where p.workbook_id = v.workbook_id and p.table_id = v.table_id and p.version = v.version
        and (p.expires_at is null or p.expires_at > now())))
$$;

-- Takes checkpoints away that only save a reader some edits to lay over: after a day, unless they are the newest, a
-- pinned version, or versions behind them would need more than 100,000 edits. Only where no edit is forgotten yet.
create or replace function thin_checkpoints(in_workbook_id uuid, in_table_id uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  c manifest;
  prior manifest;
  following bigint;
  edits bigint;
  taken integer := 0;
begin
  for c in
    select * from manifest m
    where m.workbook_id = head.workbook_id and m.table_id = in_table_id and m.kind = 'c' and m.at < now() - interval '24 hours'
      and not exists (
        select from pin p where p.workbook_id = m.workbook_id and p.table_id = m.table_id and p.version = m.version
          and (p.expires_at is null or p.expires_at > now()))
    order by m.version
  loop
    select min(m.version) into following from manifest m
    where m.workbook_id = in_workbook_id and m.table_id = in_table_id and m.version > c.version;
    select * into prior from manifest m
    where m.workbook_id = in_workbook_id and m.table_id = in_table_id and m.version < c.version
    order by m.version desc limit 1;
    continue when following is null or prior is null or exists (
      select from generate_series(prior.version + 1, c.version) as n
      left join table_version v on v.workbook_id = in_workbook_id and v.table_id = in_table_id and v.version = n
      where v.at is null or v.at < now() - history_age());
    select count(*) into edits from delta d
    where d.workbook_id = in_workbook_id and d.table_id = in_table_id
      and (d.version > prior.version and d.version < following or d.version <@ prior.overlays);
    if edits <= 100000 then
      delete from manifest m where m.workbook_id = in_workbook_id and m.table_id = in_table_id and m.version = c.version;
      taken := taken + 1;
    end if;
  end loop;
  return taken;
end $$;

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
  select coalesce(range_agg(int8range(r.manifest_version, r.version, '(]')), '{}'), min(r.version) filter (where r.at >= now() - history_age())
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
    and (v.at < now() - history_age() or is_buried(in_workbook_id, in_table_id))
    and not exists (
      select from manifest m
      where m.workbook_id = p.workbook_id and m.table_id = p.table_id and m.version = p.version and m.overlays = '{}')
$$;

-- Up to when the ages of something were looked at.
create table retention_mark (
  what text primary key,
  upto timestamptz not null
);
insert into retention_mark (what, upto) select 'history', coalesce(min(at), now()) from table_version;
revoke insert, update, delete, truncate on retention_mark from bindery_service;

-- Rows come in the order of their times.
create index table_version_age on table_version using brin (at);
create index pin_expiry on pin (expires_at) where expires_at is not null;

-- Asks for every workbook to be tidied in which a version has come of age since the last look, at most a day of them at a
-- time. False: all of them were looked at.
create function ask_about_history() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  oldest timestamptz := now() - history_age();
  since timestamptz;
  reached timestamptz;
begin
  select m.upto into strict since from retention_mark m where m.what = 'history' for update;
  reached := least(since + interval '1 day', oldest);
  if reached <= since then
    return false;
  end if;
  perform enqueue_task('workbook.tidy', json_build_object('workbook_id', aged.workbook_id), 'workbook.tidy:' || aged.workbook_id, null, 3)
  from (select distinct v.workbook_id from table_version v where v.at >= since and v.at < reached) as aged;
  update retention_mark set upto = reached where what = 'history';
  return reached < oldest;
end $$;

-- A branch that has expired, a read that is over: what they held may go, if nothing else holds it. How many they were.
create function drop_expired_pins(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dropped integer;
begin
  with gone as (
    delete from pin p using (select ctid from pin where expires_at < now() order by expires_at limit most) as old
    where p.ctid = old.ctid returning p.workbook_id
  ), asked as (
    select enqueue_task('workbook.tidy', json_build_object('workbook_id', g.workbook_id), 'workbook.tidy:' || g.workbook_id, null, 3)
    from (select distinct workbook_id from gone) as g
  )
  select (select count(*) from gone) + 0 * (select count(*) from asked) into dropped;
  return dropped;
end $$;

revoke all on function history_age, ask_about_history, drop_expired_pins from public;
grant execute on function ask_about_history, drop_expired_pins to bindery_service;
