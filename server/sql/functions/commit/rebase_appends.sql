-- When only appends came after u, the newest manifest is the checkpoint, what they added, and the edits after u: it
-- gains from the checkpoint as well. Their ids may lie between those of the checkpoint's segments; then it stays.
create or replace function rebase_appends(t table_head, newest manifest, u bigint, listed jsonb) returns manifest
language plpgsql as $$
declare
  added jsonb;
  joined jsonb;
begin
  select jsonb_path_query_array(jsonb_agg(m.added), '$[*][*]') into added from manifest m
  where m.workbook_id = t.workbook_id and m.table_id = t.table_id and m.version > u
  having bool_and(m.kind = 'a');
  joined := by_row_id(listed || added);
  if added is null or coalesce(lower(newest.overlays), u + 1) > u or not are_disjoint(joined) then
    return newest;
  end if;
  newest.segments := joined;
  newest.overlays := int8multirange(int8range(u, newest.version - 1, '(]'));
  update manifest m set segments = newest.segments, overlays = newest.overlays, at = now()
  where m.workbook_id = t.workbook_id and m.table_id = t.table_id and m.version = newest.version;
  return newest;
end $$;

revoke all on function rebase_appends from public, bindery_service;
