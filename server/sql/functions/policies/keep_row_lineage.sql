-- Remembers which tables hold rows of which: by lineage, by columns, by the sheet they were read from, and by the file they were made
-- of. Edges that no transform drew hold in both directions.
create or replace function keep_row_lineage() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'lineage' then
    insert into row_lineage (workbook_id, table_id, from_table_id)
    select m.workbook_id, m.to_id, m.from_id from made m
    union
    select m.workbook_id, m.from_id, m.to_id from made m where m.kind <> 'transform'
    on conflict do nothing;
  elsif tg_table_name = 'column_lineage' then
    insert into row_lineage (workbook_id, table_id, from_table_id)
    select distinct m.workbook_id, m.table_id, m.from_table_id from made m
    on conflict do nothing;
  elsif tg_table_name = 'source_table' then
    insert into row_lineage (workbook_id, table_id, from_table_id)
    select m.workbook_id, m.source_id, m.table_id from made m
    on conflict do nothing;
  else
    insert into row_lineage (workbook_id, table_id, from_table_id)
    select m.workbook_id, m.table_id, sheet_node(m.source_id, m.sheet) from made m
    union
    select m.workbook_id, sheet_node(m.source_id, m.sheet), m.table_id from made m
    union
    select m.workbook_id, m.source_id, m.table_id from made m
    on conflict do nothing;
  end if;
  perform raise_row_policy_epoch(array(select distinct m.workbook_id from made m));
  return null;
end $$;

revoke all on function keep_row_lineage from public, bindery_service;
