-- Marks what transforms make from these tables, and what they make from that. Stale is closed downwards, so an edit of a
-- table whose children are stale already looks one level deep and stops. What the same commit has written is left: it
-- is newer.
create or replace function mark_stale(in_workbook_id uuid, tables uuid[], in_at timestamptz)
returns uuid[]
language plpgsql as $$
declare
  marked uuid[] := '{}';
  level uuid[] := tables;
  seq bigint;
begin
  if not exists (select from lineage l where l.workbook_id = in_workbook_id and l.from_id = any (tables) and l.kind = 'transform') then
    return marked;
  end if;
  -- Not yet raised: a table written by this commit lies beyond it.
  seq := (select w.edit_seq from workbook_head w where w.workbook_id = in_workbook_id);
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

revoke all on function mark_stale from public, bindery_service;
