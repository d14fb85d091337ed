-- The commit: one call, one transaction, one lock. Version check, edit, op, audit entry, stale marks and events stand or
-- fall together.
--
-- A commit takes a list of writes, one per table, each an object:
--   table       the table's id
--   expected    the edit version the caller saw, or null when the caller declines the check
--   read        the version the write was prepared on; a later change to what it read sends it back ('reread')
--   match       true: rows were looked up by their values, so anything newer sends it back
--   token       the run this write belongs to; another run has begun since: 'fenced'
--   kind        d: row edits, s: schema only, a: append, b: a new base
--   rows        [[op, row_id or null, cells, before, row_version]…], op I, U or D
--   columns     the new schema, when it changes;   next_column_id  likewise
--   segments    [[segment_id, row_lo, row_hi, rows, bytes]…]: a: the new ones, b: all
--   overlays    b: versions whose deltas lie over the segments, as text of an int8multirange
--   row_count   b: rows in all;   content_version, schema_no, built_from  of a restore or a run
--   create      {name, kind, layer, description}: the table is new
--   rename      the table's new name
--   stale       false: the write makes the table fresh (a run)
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

revoke all on function commit_edit from public, bindery_service;
grant execute on function commit_edit to bindery_service;
