-- Every table of a workbook as a snapshot would have it now.
create or replace function current_cut(in_workbook_id uuid)
returns table (table_id uuid, version bigint, name text, state text, row_count bigint, stale_since timestamptz)
language sql stable as $$
  select h.table_id, h.edit_version, a.name, a.state, h.row_count, h.stale_since
  from artifact a
  join table_head h on h.workbook_id = a.workbook_id and h.table_id = a.artifact_id
  where a.workbook_id = in_workbook_id and a.deleted_at is null
$$;
