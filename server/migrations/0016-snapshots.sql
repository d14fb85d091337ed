-- A snapshot says at which version each table of a workbook stood: O(tables), no data is copied. Pins keep those versions.

-- What was committed. The editing snapshot has no row: it is whatever came after the newest one.
create table snapshot (
  workbook_id  uuid not null references workbook on delete cascade,
  snapshot_id  uuid not null,
  parent_id    uuid,
  -- The id of the editing snapshot that began when this one was committed. The first of a workbook has the workbook's own.
  next_id      uuid not null,
  op_id        bigint not null,
  summary      text not null check (length(summary) <= 2000),
  event_type   text not null check (length(event_type) <= 100),
  actor        jsonb not null,
  created_at   timestamptz not null,
  committed_at timestamptz not null,
  primary key (workbook_id, snapshot_id),
  foreign key (workbook_id, parent_id) references snapshot (workbook_id, snapshot_id)
);
create unique index snapshot_in_order on snapshot (workbook_id, op_id);

-- Where a table stood, and what it was called then.
create table snapshot_table (
  workbook_id uuid not null,
  snapshot_id uuid not null,
  table_id    uuid not null,
  version     bigint not null,
  name        text not null,
  state       text not null check (state in ('active', 'archived')),
  row_count   bigint not null,
  stale_since timestamptz,
  primary key (workbook_id, snapshot_id, table_id),
  foreign key (workbook_id, snapshot_id) references snapshot on delete cascade
);

-- A version is a name on a snapshot.
create table version (
  workbook_id uuid not null references workbook on delete cascade,
  label       text not null check (length(label) between 1 and 120),
  snapshot_id uuid not null,
  op_id       bigint not null,
  summary     text check (length(summary) <= 500),
  actor       jsonb not null,
  created_at  timestamptz not null,
  primary key (workbook_id, label),
  foreign key (workbook_id, snapshot_id) references snapshot
);
create index version_of_snapshot on version (workbook_id, snapshot_id);
create unique index version_in_order on version (workbook_id, op_id);
revoke insert, update, delete, truncate on snapshot, snapshot_table, version from bindery_service;

-- Every table of a workbook as a snapshot would have it now.
create function current_cut(in_workbook_id uuid)
returns table (table_id uuid, version bigint, name text, state text, row_count bigint, stale_since timestamptz)
language sql stable as $$
  select h.table_id, h.edit_version, a.name, a.state, h.row_count, h.stale_since
  from artifact a
  join table_head h on h.workbook_id = a.workbook_id and h.table_id = a.artifact_id
  where a.workbook_id = in_workbook_id and a.deleted_at is null
$$;

-- Whether the workbook is not what this snapshot says any more.
create function differs_from(s snapshot) returns boolean
language sql stable as $$
  select exists (
    select from (select c.table_id, c.version, c.name, c.state from current_cut(s.workbook_id) as c) as now
    full join (
      select t.table_id, t.version, t.name, t.state from snapshot_table t
      where t.workbook_id = s.workbook_id and t.snapshot_id = s.snapshot_id) as past
    on past.table_id = now.table_id and past.version = now.version and past.name = now.name and past.state = now.state
    where past.table_id is null or now.table_id is null)
$$;

-- Writes a snapshot of what is there now. The caller holds the head lock, so that all tables are of one moment.
create function write_snapshot(head workbook_head, last snapshot, in_summary text, in_event_type text, in_actor jsonb) returns snapshot
language plpgsql as $$
declare
  s snapshot;
  pending record;
begin
  insert into snapshot (workbook_id, snapshot_id, parent_id, next_id, op_id, summary, event_type, actor, created_at, committed_at)
  select head.workbook_id, coalesce(last.next_id, head.workbook_id), last.snapshot_id, new_id(), head.op_id, in_summary, in_event_type,
    in_actor, coalesce(last.committed_at, w.created_at), head.last_at
  from workbook w where w.workbook_id = head.workbook_id
  returning * into strict s;
  insert into snapshot_table (workbook_id, snapshot_id, table_id, version, name, state, row_count, stale_since)
  select s.workbook_id, s.snapshot_id, c.* from current_cut(s.workbook_id) as c;
  insert into pin (workbook_id, table_id, version, reason, ref)
  select t.workbook_id, t.table_id, t.version, 'snapshot', s.snapshot_id from snapshot_table t
  where t.workbook_id = s.workbook_id and t.snapshot_id = s.snapshot_id;
  -- Read from then on without edits laid over segments; nobody waits for it.
  for pending in
    select h.table_id from snapshot_table t
    join table_head h on h.workbook_id = t.workbook_id and h.table_id = t.table_id
    where t.workbook_id = s.workbook_id and t.snapshot_id = s.snapshot_id and h.delta_rows > 0
  loop
    perform enqueue_task('table.checkpoint', json_build_object('workbook_id', s.workbook_id, 'table_id', pending.table_id),
      'table.checkpoint:' || pending.table_id, null, 3);
  end loop;
  return s;
end $$;

-- Freezes the workbook as it stands, and names that state if a label is given. What has not changed since the newest
-- snapshot is not frozen twice: it is that one.
create function commit_snapshot(
  in_workbook_id uuid, in_label text, in_summary text, in_event_type text, in_actor jsonb, detail jsonb, parts audit_parts
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  old_audit_seq bigint := head.audit_seq;
  last snapshot;
  s snapshot;
  is_new boolean;
begin
  if exists (select from version v where v.workbook_id = in_workbook_id and v.label = in_label) then
    return jsonb_build_object('status', 'taken');
  end if;
  select * into last from snapshot n where n.workbook_id = in_workbook_id order by n.op_id desc limit 1;
  is_new := last.snapshot_id is null or differs_from(last);
  if not is_new and in_label is null then
    return jsonb_build_object('status', 'ok', 'snapshot_id', last.snapshot_id, 'is_new', false);
  end if;
  head.op_id := head.op_id + 1;
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
  if is_new then
    s := write_snapshot(head, last, coalesce(in_summary, in_label), in_event_type, in_actor);
  else
    s := last;
  end if;
  if in_label is not null then
    insert into version (workbook_id, label, snapshot_id, op_id, summary, actor, created_at)
    values (in_workbook_id, in_label, s.snapshot_id, head.op_id, in_summary, in_actor, head.last_at);
  end if;
  insert into op (workbook_id, op_id, kind, actor, detail, at)
  values (in_workbook_id, head.op_id, case when in_label is null then 'snapshot.commit' else 'version.commit' end, in_actor, detail, head.last_at);
  head := link_event(head, new_id(), 'snapshot.committed',
    json_build_object('name', in_actor -> 'name', 'user_id', in_actor -> 'user_id'),
    json_build_object('snapshot_id', wire_id('snap', s.snapshot_id), 'summary', s.summary, 'event_type', s.event_type,
      'versions', case when in_label is null then json_build_array() else json_build_array(in_label) end));
  head := link_pending_audit(head, 1000);
  head := link_audit(head, parts, head.op_id, null, null);
  update workbook_head h set op_id = head.op_id, event_seq = head.event_seq where h.workbook_id = in_workbook_id;
  perform save_audit_head(head, old_audit_seq);
  return jsonb_build_object('status', 'ok', 'snapshot_id', s.snapshot_id, 'is_new', is_new);
end $$;

revoke all on function differs_from, write_snapshot, commit_snapshot from public;
grant execute on function commit_snapshot to bindery_service;
