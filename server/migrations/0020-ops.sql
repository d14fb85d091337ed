-- How an op begins and ends, said once for everything that makes one.

-- The next number of everything an op counts, and its time. The caller holds the head lock.
create function begin_op(inout head workbook_head)
language plpgsql as $$
begin
  head.edit_seq := head.edit_seq + 1;
  head.op_id := head.op_id + 1;
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
end $$;

-- Writes what was done into history and, behind whatever waits there, into the audit log. Then nothing may follow in this
-- transaction: the head is saved.
create function end_op(
  inout head workbook_head, in_table_id uuid, in_kind text, in_edit_version bigint, in_actor jsonb, in_detail jsonb, parts audit_parts
)
language plpgsql as $$
declare
  old_audit_seq bigint := head.audit_seq;
begin
  insert into op (workbook_id, op_id, table_id, kind, edit_version, actor, detail, at)
  values (head.workbook_id, head.op_id, in_table_id, in_kind, in_edit_version, in_actor, in_detail, head.last_at);
  head := link_pending_audit(head, 1000);
  head := link_audit(head, parts, head.op_id, null, null);
  perform save_audit_head(head, old_audit_seq);
end $$;

-- Writes the head with all its numbers, and sees to it that the audit log gets signed: within a minute, and after a
-- thousand entries at once.
create or replace function save_audit_head(head workbook_head, old_seq bigint) returns void
language plpgsql as $$
begin
  update workbook_head h
  set edit_seq = head.edit_seq, op_id = head.op_id, event_seq = head.event_seq,
    audit_seq = head.audit_seq, audit_hash = head.audit_hash, last_at = head.last_at
  where h.workbook_id = head.workbook_id;
  insert into audit_dirty (workbook_id) values (head.workbook_id) on conflict do nothing;
  if head.audit_seq / 1000 > old_seq / 1000 then
    perform enqueue_task(
      'audit.checkpoint', json_build_object('workbook_id', head.workbook_id), 'audit.checkpoint:' || head.workbook_id, null, 3);
  end if;
end $$;

-- Marks what is made from these tables as stale, and tells of each.
create function spread_stale(inout head workbook_head, tables uuid[], event_actor json, out stales uuid[])
language plpgsql as $$
declare
  stale uuid;
begin
  stales := mark_stale(head.workbook_id, tables, head.last_at);
  foreach stale in array stales loop
    head := link_event(head, new_id(), 'artifact.stale', event_actor, stale_event(head.workbook_id, stale, head.last_at));
  end loop;
end $$;

-- The commit itself, as 0011 tells of it.
create or replace function commit_edit(
  in_workbook_id uuid, writes jsonb, op_kind text, actor jsonb, detail jsonb, undoes bigint, parts audit_parts
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  event_actor json := json_build_object('name', actor -> 'name', 'user_id', actor -> 'user_id');
  w jsonb;
  t table_head;
  refusal jsonb;
  outcome jsonb;
  outcomes jsonb := '[]';
  edited uuid[] := '{}';
  spread record;
  written record;
  had_pending boolean;
begin
  for w in select value from jsonb_array_elements(writes) as value order by value ->> 'table' loop
    continue when w ? 'create';
    select h.* into t from table_head h join artifact a on a.workbook_id = h.workbook_id and a.artifact_id = h.table_id
    where h.workbook_id = in_workbook_id and h.table_id = (w ->> 'table')::uuid and a.deleted_at is null;
    if not found then
      return jsonb_build_object('status', 'gone', 'table', w -> 'table');
    end if;
    refusal := why_not(w, t);
    if refusal is not null then
      return refusal;
    end if;
  end loop;

  head := begin_op(head);
  for w in select value from jsonb_array_elements(writes) as value order by value ->> 'table' loop
    if w ? 'create' then
      t := begin_table(in_workbook_id, w);
    else
      select * into t from table_head h where h.workbook_id = in_workbook_id and h.table_id = (w ->> 'table')::uuid;
    end if;
    had_pending := t.delta_rows > 0;
    written := write_version(t, w, head, head.op_id);
    t := written.t;
    outcome := written.outcome;
    outcomes := outcomes || outcome;
    edited := edited || t.table_id;
    head := link_event(head, new_id(), 'artifact.updated', event_actor, updated_event(outcome, in_workbook_id, op_kind, head.op_id));
    perform ask_for_checkpoint(t, had_pending);
  end loop;

  spread := spread_stale(head, edited, event_actor);
  head := end_op(spread.head, case when cardinality(edited) = 1 then edited[1] end, op_kind,
    case when cardinality(edited) = 1 then (outcomes #>> '{0,edit_version}')::bigint end, actor, detail, parts);
  if undoes is not null then
    update op set undone_by = head.op_id where workbook_id = in_workbook_id and op_id = undoes;
  end if;
  return jsonb_build_object('status', 'ok', 'edit_seq', head.edit_seq, 'op_id', head.op_id, 'at', wire_time(head.last_at),
    'tables', outcomes,
    'stale', (select coalesce(jsonb_agg(a.name order by a.name), '[]') from artifact a
      where a.workbook_id = in_workbook_id and a.artifact_id = any (spread.stales)));
end $$;

-- Puts a table into the trash: its name is free at once, what is made from it becomes stale.
create or replace function trash_table(
  in_workbook_id uuid, in_table_id uuid, expected bigint, actor jsonb, detail jsonb, parts audit_parts
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  event_actor json := json_build_object('name', actor -> 'name', 'user_id', actor -> 'user_id');
  t table_head;
  a artifact;
  refusal jsonb;
  spread record;
begin
  select * into a from artifact
  where workbook_id = in_workbook_id and artifact_id = in_table_id and deleted_at is null;
  if not found then
    return jsonb_build_object('status', 'gone', 'table', in_table_id);
  end if;
  select * into strict t from table_head h where h.workbook_id = in_workbook_id and h.table_id = in_table_id;
  refusal := why_not(jsonb_build_object('expected', expected), t);
  if refusal is not null then
    return refusal;
  end if;
  update artifact set deleted_at = now(), purged_at = null, updated_at = now() where workbook_id = in_workbook_id and artifact_id = in_table_id;
  head := begin_op(head);
  update workbook set table_count = table_count - 1 where workbook_id = in_workbook_id;
  update table_head set changed_seq = head.edit_seq where workbook_id = in_workbook_id and table_id = in_table_id;
  head := link_event(head, new_id(), 'artifact.deleted', event_actor, json_build_object(
    'artifact', json_build_object('id', wire_id('art', a.artifact_id), 'name', a.name, 'type', a.kind, 'layer', a.layer),
    'cause', 'table.delete'));
  spread := spread_stale(head, array[in_table_id], event_actor);
  head := end_op(spread.head, in_table_id, 'table.delete', null, actor, detail, parts);
  return jsonb_build_object('status', 'ok', 'op_id', head.op_id);
end $$;

-- Brings a table back from the trash as it was: its versions, its rows and their ids were never touched.
create or replace function untrash_table(in_workbook_id uuid, in_table_id uuid, actor jsonb, detail jsonb, parts audit_parts) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  event_actor json := json_build_object('name', actor -> 'name', 'user_id', actor -> 'user_id');
  version bigint;
begin
  update artifact set deleted_at = null, updated_at = now()
  where workbook_id = in_workbook_id and artifact_id = in_table_id and deleted_at is not null and purged_at is null;
  if not found then
    return false;
  end if;
  head := begin_op(head);
  update workbook set table_count = table_count + 1 where workbook_id = in_workbook_id;
  update table_head set changed_seq = head.edit_seq
  where workbook_id = in_workbook_id and table_id = in_table_id
  returning edit_version into strict version;
  head := link_event(head, new_id(), 'artifact.updated', event_actor, updated_event(
    jsonb_build_object('table', in_table_id, 'edit_version', version, 'inserted', 0, 'updated', 0, 'deleted', 0),
    in_workbook_id, 'table.restore', head.op_id));
  head := end_op(head, in_table_id, 'table.restore', null, actor, detail, parts);
  return true;
end $$;

revoke all on function begin_op, end_op, spread_stale from public;
