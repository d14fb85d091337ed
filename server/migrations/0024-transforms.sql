-- Transforms make tables from tables. What follows from that: which table is stale, what people wrote over a transform's
-- output, and what they should look at.

-- A transform, which lives and dies with its output.
create table transform (
  workbook_id  uuid not null,
  -- Its output.
  table_id     uuid not null,
  transform_id uuid not null,
  language     text not null check (language in ('sql', 'python')),
  code         text not null check (length(code) between 1 and 100000),
  code_sha256  bytea not null,
  materialized text not null check (materialized in ('table', 'view')),
  -- [[arg, table_id]…]
  args         jsonb not null,
  -- Columns by which rows keep their ids from one run to the next; none: by all their values.
  key_columns  text[] not null default '{}',
  -- {"<table_id>": [origin…]}: the columns its author saw plainly. Every run sees exactly these, whoever asks for it.
  visible      jsonb not null,
  -- [{to, from: [[table_id, origin]…], exact}…]: which columns of its inputs each of its own depends on.
  columns      jsonb not null,
  created_by   uuid not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workbook_id, table_id),
  unique (workbook_id, transform_id),
  -- It is there before its output is: the commit that makes the one looks at the other.
  foreign key (workbook_id, table_id) references artifact on delete cascade deferrable initially deferred
);

-- A cell of a derived table that somebody has written over. Written by commits alone. One that was written over again, or
-- dropped, is kept for whoever goes back to a state of then.
create table cell_override (
  workbook_id uuid not null,
  table_id    uuid not null,
  row_id      bigint not null,
  column_id   integer not null,
  op_id       bigint not null,
  override_id uuid not null,
  value       text,
  -- What the transform had made there when it was written, or when somebody last said that this is fine.
  base_value  text,
  -- What it makes there now.
  made_value  text,
  -- The transform has since made something else there.
  stale       boolean not null default false,
  dropped_op  bigint,
  primary key (workbook_id, table_id, row_id, column_id, op_id)
);
create unique index cell_override_live on cell_override (workbook_id, table_id, row_id, column_id) where dropped_op is null;
create index cell_override_by_id on cell_override (workbook_id, override_id);
revoke insert, update, delete, truncate on cell_override from bindery_service;

-- Something two sides said differently, for a person to look at.
create table conflict (
  workbook_id uuid not null references workbook on delete cascade,
  conflict_id uuid not null,
  table_id    uuid not null,
  kind        text not null check (kind in ('overwrite', 'stale_override', 'row_deleted')),
  resolution  text check (resolution in ('acknowledge', 'revert', 'drop_override', 'superseded')),
  row_id      bigint not null,
  -- Null of a whole row.
  column_id   integer,
  -- Canonical texts: what both sides began with, what the service had, what stands there now.
  base_value  text,
  prior_value text,
  value       text,
  branch_id   uuid,
  op_id       bigint not null,
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  -- Null while it is open.
  resolved_at timestamptz,
  resolved_by jsonb,
  note        text check (length(note) <= 500),
  primary key (workbook_id, conflict_id),
  check ((resolution is null) = (resolved_at is null)),
  check (column_id is not null or kind = 'row_deleted')
);
create index conflict_open on conflict (workbook_id, table_id, row_id) where resolved_at is null;

-- Marks what transforms make from these tables, and what they make from that. Stale is closed downwards, so an edit of a
-- table whose children are stale already looks one level deep and stops. What the same commit has written is left: it
-- knows better.
create or replace function mark_stale(in_workbook_id uuid, tables uuid[], in_at timestamptz) returns uuid[]
language plpgsql as $$
declare
  marked uuid[] := '{}';
  level uuid[] := tables;
  -- Not yet raised: a table written by this commit lies beyond it.
  seq bigint := (select w.edit_seq from workbook_head w where w.workbook_id = in_workbook_id);
begin
  loop
    with newly as (
      update table_head h set stale_since = in_at, stale_reason = 'upstream_edit'
      from lineage l
      where l.workbook_id = in_workbook_id and l.from_id = any (level) and l.kind = 'transform'
        and h.workbook_id = in_workbook_id and h.table_id = l.to_id and h.stale_since is null and h.changed_seq <= seq
      returning h.table_id
    )
    select array_agg(distinct table_id) into level from newly;
    exit when level is null;
    marked := marked || level;
  end loop;
  return marked;
end $$;

-- A run says which state of its inputs it was made from: {"inputs": {"<table_id>": [content_version, schema_no] or null}}.
-- Null is an input that the same commit has written: it is known only now.
create function fill_built_from(in_workbook_id uuid, in_tables uuid[]) returns void
language plpgsql as $$
begin
  update table_version v
  set built_from = jsonb_set(v.built_from, '{inputs}', (
    select coalesce(jsonb_object_agg(i.key, case
      when i.value = 'null' then jsonb_build_array(u.content_version, u.schema_no) else i.value end), '{}')
    from jsonb_each(v.built_from -> 'inputs') as i
    left join table_head u on u.workbook_id = in_workbook_id and u.table_id = i.key::uuid))
  from table_head h
  where h.workbook_id = in_workbook_id and h.table_id = any (in_tables)
    and v.workbook_id = in_workbook_id and v.table_id = h.table_id and v.version = h.edit_version
    and v.built_from is not null;
end $$;

-- Whether a run that is being committed was overtaken: an input is not in the state it was made from any more, or is stale
-- itself, or gone.
create function is_outdated(t table_head) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from table_version v
    cross join jsonb_each(v.built_from -> 'inputs') as i
    left join table_head u on u.workbook_id = t.workbook_id and u.table_id = i.key::uuid
    left join artifact a on a.workbook_id = t.workbook_id and a.artifact_id = i.key::uuid and a.deleted_at is null
    where v.workbook_id = t.workbook_id and v.table_id = t.table_id and v.version = t.edit_version
      and (u.content_version is distinct from (i.value ->> 0)::bigint or u.schema_no is distinct from (i.value ->> 1)::integer
        or u.stale_since is not null or a.artifact_id is null));
end $$;

-- Runs among these tables are fresh exactly if none of their inputs moved on meanwhile; and what is made from a stale one
-- is stale.
create function settle_runs(in_workbook_id uuid, in_tables uuid[], in_at timestamptz) returns void
language plpgsql as $$
begin
  if not exists (select from transform f where f.workbook_id = in_workbook_id and f.table_id = any (in_tables)) then
    return;
  end if;
  perform fill_built_from(in_workbook_id, in_tables);
  loop
    update table_head h set stale_since = in_at, stale_reason = 'upstream_edit'
    where h.workbook_id = in_workbook_id and h.table_id = any (in_tables) and h.stale_since is null and is_outdated(h);
    exit when not found;
  end loop;
end $$;

-- Marks what is made from these tables as stale, and tells of each.
create or replace function spread_stale(inout head workbook_head, tables uuid[], event_actor json, out stales uuid[])
language plpgsql as $$
declare
  stale uuid;
begin
  perform settle_runs(head.workbook_id, tables, head.last_at);
  stales := mark_stale(head.workbook_id, tables, head.last_at);
  foreach stale in array stales loop
    head := link_event(head, new_id(), 'artifact.stale', event_actor, stale_event(head.workbook_id, stale, head.last_at));
  end loop;
end $$;

-- An edit of cells that a transform makes is an override of each. Written over with what the transform made, it is none.
create function write_overrides(t table_head, w jsonb, in_op_id bigint) returns void
language plpgsql as $$
begin
  if not exists (select from transform f where f.workbook_id = t.workbook_id and f.table_id = t.table_id) then
    return;
  end if;
  with edited as (
    select (r ->> 1)::bigint as row_id, c.key::integer as column_id, c.value as value, r -> 3 ->> c.key as before
    from jsonb_array_elements(w -> 'rows') as r, jsonb_each_text(r -> 2) as c
    where r ->> 0 = 'U'
  ), ended as (
    update cell_override o set dropped_op = in_op_id
    from edited e
    where o.workbook_id = t.workbook_id and o.table_id = t.table_id and o.row_id = e.row_id and o.column_id = e.column_id
      and o.dropped_op is null
    returning o.*
  )
  insert into cell_override (workbook_id, table_id, row_id, column_id, op_id, override_id, value, base_value, made_value, stale)
  select t.workbook_id, t.table_id, e.row_id, e.column_id, in_op_id, coalesce(o.override_id, new_id()), e.value,
    case when o.row_id is null then e.before else o.base_value end, case when o.row_id is null then e.before else o.made_value end,
    coalesce(o.stale, false)
  from edited e left join ended o on o.row_id = e.row_id and o.column_id = e.column_id
  where e.value is distinct from case when o.row_id is null then e.before else o.made_value end;
end $$;

-- What a run leaves of the overrides, as it counted them: [[row_id, column_id, base_value]…] of those whose cells are
-- still there, with what it made in them now. All others are over with their rows and columns.
create function settle_overrides(t table_head, kept jsonb, in_op_id bigint) returns void
language plpgsql as $$
begin
  update cell_override o set dropped_op = in_op_id
  where o.workbook_id = t.workbook_id and o.table_id = t.table_id and o.dropped_op is null
    and not exists (
      select from jsonb_array_elements(kept) as k where (k ->> 0)::bigint = o.row_id and (k ->> 1)::integer = o.column_id);
  update cell_override o set made_value = k ->> 2, stale = o.stale or o.base_value is distinct from k ->> 2
  from jsonb_array_elements(kept) as k
  where o.workbook_id = t.workbook_id and o.table_id = t.table_id and o.dropped_op is null
    and o.row_id = (k ->> 0)::bigint and o.column_id = (k ->> 1)::integer;
end $$;

-- One version of one table. The caller holds the head lock and has asked why_not.
create or replace function write_version(inout t table_head, w jsonb, head workbook_head, in_op_id bigint, out outcome jsonb)
language plpgsql as $$
declare
  v bigint := t.edit_version + 1;
  ids bigint[] := '{}';
  inserted bigint := 0;
  updated bigint := 0;
  deleted bigint := 0;
  written record;
begin
  if w ? 'columns' then
    t.schema_no := (select coalesce(max(s.schema_no), 0) + 1 from table_schema s where s.workbook_id = t.workbook_id and s.table_id = t.table_id);
    t.next_column_id := greatest(t.next_column_id, coalesce((w ->> 'next_column_id')::integer, t.next_column_id));
    insert into table_schema (workbook_id, table_id, schema_no, columns) values (t.workbook_id, t.table_id, t.schema_no, w -> 'columns');
  end if;
  t.schema_no := coalesce((w ->> 'schema_no')::integer, t.schema_no);
  if w ->> 'kind' in ('a', 'b') then
    t := write_manifest(w, t, v);
  end if;
  if w ? 'rows' then
    written := write_deltas(w, t, v);
    t := written.t;
    ids := written.row_ids;
    inserted := written.inserted;
    updated := written.updated;
    deleted := written.deleted;
    if w ->> 'kind' = 'd' and not w ? 'built_from' then
      perform write_overrides(t, w, in_op_id);
    end if;
  end if;
  if w ? 'overrides' then
    perform settle_overrides(t, w -> 'overrides', in_op_id);
  end if;
  if w ->> 'kind' = 'b' then
    t.row_count := (w ->> 'row_count')::bigint;
  end if;
  if w ? 'rename' then
    update artifact set name = w ->> 'rename', updated_at = now() where workbook_id = t.workbook_id and artifact_id = t.table_id;
  end if;
  t.edit_version := v;
  t.content_version := coalesce((w ->> 'content_version')::bigint, v);
  t.changed_seq := head.edit_seq;
  if w ? 'stale' then
    t.stale_since := case when (w ->> 'stale')::boolean then coalesce(t.stale_since, head.last_at) end;
    t.stale_reason := null;
    t.run_token := null;
  end if;
  insert into table_version (workbook_id, table_id, version, kind, schema_no, row_count, edit_seq, op_id, at, content_version, built_from)
  values (t.workbook_id, t.table_id, v, (w ->> 'kind')::"char", t.schema_no, t.row_count, head.edit_seq, in_op_id, head.last_at, t.content_version, w -> 'built_from');
  update table_head h set
    edit_version = t.edit_version, content_version = t.content_version, schema_no = t.schema_no, row_count = t.row_count,
    next_row_id = t.next_row_id, next_column_id = t.next_column_id, manifest_version = t.manifest_version,
    delta_rows = t.delta_rows, delta_bytes = t.delta_bytes, delta_since = t.delta_since, changed_seq = t.changed_seq,
    stale_since = t.stale_since, stale_reason = t.stale_reason, run_token = t.run_token
  where h.workbook_id = t.workbook_id and h.table_id = t.table_id;
  outcome := jsonb_build_object(
    'table', t.table_id, 'edit_version', v, 'row_count', t.row_count, 'row_ids', to_jsonb(ids),
    'inserted', inserted, 'updated', updated, 'deleted', deleted);
end $$;

-- A run begins: whoever began one of the same table before commits no more.
create function begin_run(in_workbook_id uuid, in_tables uuid[], in_token uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  update table_head h set run_token = in_token where h.workbook_id = head.workbook_id and h.table_id = any (in_tables);
end $$;

-- A run came to nothing, or there is other code to run: the output keeps what it holds and is stale, and so is all that is
-- made from it. False: somebody else has begun another since.
create function fail_run(in_workbook_id uuid, in_table_id uuid, in_token uuid, in_reason text, event_actor json) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  t table_head;
  spread record;
begin
  select * into t from table_head h where h.workbook_id = in_workbook_id and h.table_id = in_table_id;
  if t.run_token is distinct from in_token then
    return false;
  end if;
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
  update table_head h set stale_since = coalesce(h.stale_since, head.last_at), stale_reason = in_reason, run_token = null
  where h.workbook_id = in_workbook_id and h.table_id = in_table_id;
  if t.stale_since is null then
    head := link_event(head, new_id(), 'artifact.stale', event_actor, stale_event(in_workbook_id, in_table_id, head.last_at));
    spread := spread_stale(head, array[in_table_id], event_actor);
    head := spread.head;
    update workbook_head h set event_seq = head.event_seq, last_at = head.last_at where h.workbook_id = in_workbook_id;
  end if;
  return true;
end $$;

-- Somebody has seen what the transform makes of a cell now, and wants the override all the same.
create function accept_override(in_workbook_id uuid, in_table_id uuid, in_row_id bigint, in_column_id integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  update cell_override set base_value = made_value, stale = false
  where workbook_id = in_workbook_id and table_id = in_table_id and row_id = in_row_id and column_id = in_column_id
    and dropped_op is null
$$;

revoke all on function fill_built_from, is_outdated, settle_runs, write_overrides, settle_overrides from public;
revoke all on function begin_run, fail_run, accept_override from public;
grant execute on function begin_run, fail_run, accept_override to bindery_service;
