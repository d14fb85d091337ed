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

revoke all on function write_version from public, bindery_service;
