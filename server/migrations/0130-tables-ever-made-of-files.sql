-- Which tables were ever made of a file decides who may see what stands in it. A file as a whole stands among the tables, made from
-- what was read from it; nothing is made from it. Filled by triggers, so that no writer can forget it.

-- functions: sheet_node, keep_row_lineage

create trigger source_table_of_rows after insert on source_table
  referencing new table as made for each statement execute function keep_row_lineage();

insert into row_lineage (workbook_id, table_id, from_table_id)
select o.workbook_id, o.source_id, o.table_id from table_origin o join workbook w using (workbook_id)
union
select s.workbook_id, s.source_id, s.table_id from source_table s join workbook w using (workbook_id)
on conflict do nothing;
