-- A link shows what its maker and the last writers of everything it shows may see. Each question and saved view keeps who wrote what it
-- asks, each dashboard who put each tile on it: [{"userId", "kind", "mayPublish"}], of a dashboard one such list by the id of each tile.
-- `writers_version`: the version they were recorded at. A node of the release before writes neither; where the two versions differ the
-- writers are not known, and links show nothing of it until it is written again.
alter table question add column writers jsonb, add column writers_version bigint;
alter table saved_view add column writers jsonb, add column writers_version bigint;
alter table dashboard add column writers jsonb, add column writers_version bigint;

-- A link ends with the token or key that made it. Null: a session made it.
alter table link_share add column made_with uuid, add column maker_kind text not null default 'user';
alter table link_share add constraint link_share_maker_kind_check check (maker_kind in ('user', 'pinned_key', 'account_key')) not valid;

-- Whether links may show what lies in a workspace, or in any workspace of an account; the stricter of the two holds.
-- `members`: to people who are logged in and may open the workbook.
alter table workspace add column public_links text not null default 'allowed';
alter table workspace add constraint workspace_public_links_check check (public_links in ('allowed', 'members', 'off')) not valid;
alter table account_policy add column public_links text not null default 'allowed';
alter table account_policy add constraint account_policy_public_links_check check (public_links in ('allowed', 'members', 'off')) not valid;

-- Who wrote what there is stands in the audit log. Its last entry with the name that a thing has now is about that thing: names are
-- unique, and every change of one is an entry.
create function pg_temp.id_in(wire text) returns uuid language plpgsql immutable as $$
declare
  bits bit varying := b'';
  digit text;
begin
  if wire !~ '^[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}$' then return null; end if;
  foreach digit in array string_to_array(split_part(wire, '_', 2), null) loop
    bits := bits || (strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', digit) - 1)::bit(5);
  end loop;
  -- 130 bits: the first two are zeros.
  return (lpad(to_hex(substring(bits from 3 for 64)::bit(64)::bigint), 16, '0')
    || lpad(to_hex(substring(bits from 67 for 64)::bit(64)::bigint), 16, '0'))::uuid;
end $$;

create temporary table told on commit drop as
select a.workbook_id, e.kind, e.name, e.artifact, e.seq, a.user_id, a.credential_id,
  case when a.credential <> 'key' then 'user' when c.reach_kind = 'account' then 'account_key' else 'pinned_key' end as writer_kind
from (
  select a.workbook_id, a.seq, a.body::jsonb as body from audit a
  where a.workbook_id in (
      select workbook_id from question union select workbook_id from saved_view
      union select workbook_id from dashboard union select workbook_id from link_share)
    and a.body ~ '^\{"action":"(question|saved_view|dashboard)\.(create|update)"|^\{"action":"link\.create"'
) as entry
cross join lateral (select entry.workbook_id, entry.body #>> '{actor,credential}' as credential,
  pg_temp.id_in(entry.body #>> '{actor,user_id}') as user_id,
  pg_temp.id_in(entry.body #>> '{actor,credential_id}') as credential_id) as a
cross join lateral (select split_part(entry.body ->> 'action', '.', 1) as kind, entry.seq,
  coalesce(entry.body #>> array['target', split_part(entry.body ->> 'action', '.', 1)]) as name,
  entry.body #>> '{target,artifact}' as artifact) as e
left join credential c on c.credential_id = a.credential_id
where a.user_id is not null and a.credential in ('session', 'pat', 'key');

create temporary table last_writer on commit drop as
select distinct on (workbook_id, kind, name, artifact) workbook_id, kind, name, artifact,
  jsonb_build_array(jsonb_build_object('userId', user_id, 'kind', writer_kind, 'mayPublish', true)) as writers
from told where kind <> 'link' order by workbook_id, kind, name, artifact, seq desc;

-- blocks nobody: a few hundred rows of a workbook at most, which people change now and then.
update question q set writers = l.writers, writers_version = q.version
from last_writer l where l.workbook_id = q.workbook_id and l.kind = 'question' and l.name = q.name;
-- Names of views are unique below a table, which is called so in the log as it was called then.
-- blocks nobody: as above.
update saved_view v set writers = l.writers, writers_version = v.version
from last_writer l, artifact t where l.workbook_id = v.workbook_id and l.kind = 'saved_view' and l.name = v.name
  and t.workbook_id = v.workbook_id and t.artifact_id = v.table_id and l.artifact = t.name
  and not exists (select from told o where o.workbook_id = v.workbook_id and o.kind = 'saved_view' and o.name = v.name
    and o.artifact <> t.name);
-- Which of the writers of dashboards put a tile where it is was not kept: all of those of the workbook count.
-- blocks nobody: as above.
update dashboard d set writers_version = d.version, writers = (
  select coalesce(jsonb_object_agg(tile ->> 'tileId', everyone.writers), '{}') from json_array_elements(d.document -> 'tiles') as tile)
from (
  select workbook_id, jsonb_agg(distinct jsonb_build_object('userId', user_id, 'kind', writer_kind, 'mayPublish', true)) as writers
  from told where kind = 'dashboard' group by workbook_id
) as everyone
where everyone.workbook_id = d.workbook_id
  and exists (select from last_writer l where l.workbook_id = d.workbook_id and l.kind = 'dashboard' and l.name = d.name);

-- blocks nobody: no one changes these rows.
update link_share s set maker_kind = t.writer_kind,
  made_with = case when c.kind in ('pat', 'key') then c.credential_id end
from told t left join credential c on c.credential_id = t.credential_id
where t.kind = 'link' and t.workbook_id = s.workbook_id and pg_temp.id_in(t.name) = s.credential_id;
