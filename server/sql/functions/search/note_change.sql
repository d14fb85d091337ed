-- All of them at the end of the transaction: a table that comes to be is noted once, with its columns.
create or replace function note_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  row record := coalesce(new, old);
begin
  case tg_table_name
    when 'artifact' then perform note_artifact(row.workbook_id, row.artifact_id);
    when 'source' then perform note_source(row.workbook_id, row.source_id);
    when 'source_revision' then
      perform note_source(row.workbook_id, row.source_id);
      perform note_artifact(t.workbook_id, t.table_id) from source_table t
      where t.workbook_id = row.workbook_id and t.source_id = row.source_id;
    -- table_head and source_table
    else perform note_artifact(row.workbook_id, row.table_id);
  end case;
  return null;
end $$;

revoke all on function note_change from public, bindery_service;
