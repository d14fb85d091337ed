-- Which tables were ever made of a file decides who may see what stands in it. A file as a whole stands among the tables, made from
-- what was read from it; nothing is made from it. Filled by triggers, so that no writer can forget it.

-- Remembers tables for the file they were made of.
-- Replaces keep_row_lineage (0086-row-policies.sql).
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

create trigger source_table_of_rows after insert on source_table
  referencing new table as made for each statement execute function keep_row_lineage();

insert into row_lineage (workbook_id, table_id, from_table_id)
select o.workbook_id, o.source_id, o.table_id from table_origin o join workbook w using (workbook_id)
union
select s.workbook_id, s.source_id, s.table_id from source_table s join workbook w using (workbook_id)
on conflict do nothing;

-- Tags outlive their table as row policies do: a file, a raw sheet or a derived table that holds the values stays as hidden as before.
-- Replaces erase_table (0086-row-policies.sql).
create or replace function erase_table(in_workbook_id uuid, in_table_id uuid, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  t table_head;
  erased integer;
begin
  select * into t from table_head h where h.workbook_id = head.workbook_id and h.table_id = in_table_id;
  if not is_buried(in_workbook_id, in_table_id) or exists (select from retained_versions(t)) then
    return 0;
  end if;
  erased := erase_rows(array['workbook_id', 'table_id'], array[in_workbook_id, in_table_id],
    array['op', 'segment', 'table_head', 'row_policy', 'row_lineage', 'column_tag', 'column_lineage'], most);
  if erased = 0 then
    update segment s set unreferenced_since = now()
    where s.workbook_id = in_workbook_id and s.table_id = in_table_id and s.state = 'L' and s.unreferenced_since is null;
    delete from lineage where workbook_id = in_workbook_id and in_table_id in (from_id, to_id);
    delete from table_head where workbook_id = in_workbook_id and table_id = in_table_id;
    delete from artifact where workbook_id = in_workbook_id and artifact_id = in_table_id;
  end if;
  return erased;
end $$;
