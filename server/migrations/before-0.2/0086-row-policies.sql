-- Which rows of a table a caller may see: a condition about a row and who asks. A table has at most one.
create table row_policy (
  workbook_id uuid not null references workbook on delete cascade,
  table_id    uuid not null,
  -- Columns are named by their origin, which stays when they are renamed.
  condition   json not null,
  note        text check (length(note) <= 500),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, table_id)
);

-- Rows of a table were made from rows of another, now or in a version that may still be read. Only grows: what is no longer made
-- so has older versions that were. Filled by triggers, so that no writer can forget it. A sheet of a file stands among the tables.
create table row_lineage (
  workbook_id   uuid not null references workbook on delete cascade,
  table_id      uuid not null,
  from_table_id uuid not null,
  primary key (workbook_id, table_id, from_table_id)
);

-- functions: raise_row_policy_epoch, sheet_node, keep_row_lineage

create trigger lineage_of_rows after insert on lineage
  referencing new table as made for each statement execute function keep_row_lineage();
create trigger column_lineage_of_rows after insert on column_lineage
  referencing new table as made for each statement execute function keep_row_lineage();
create trigger table_origin_of_rows after insert on table_origin
  referencing new table as made for each statement execute function keep_row_lineage();

insert into row_lineage (workbook_id, table_id, from_table_id)
select l.workbook_id, l.to_id, l.from_id from lineage l join workbook w using (workbook_id)
union
select l.workbook_id, l.from_id, l.to_id from lineage l join workbook w using (workbook_id) where l.kind <> 'transform'
union
select l.workbook_id, l.table_id, l.from_table_id from column_lineage l
union
select o.workbook_id, o.table_id, sheet_node(o.source_id, o.sheet) from table_origin o join workbook w using (workbook_id)
union
select o.workbook_id, sheet_node(o.source_id, o.sheet), o.table_id from table_origin o join workbook w using (workbook_id)
union
select v.workbook_id, v.table_id, i.key::uuid from table_version v join workbook w using (workbook_id)
cross join lateral jsonb_each(case when jsonb_typeof(v.built_from -> 'inputs') = 'object' then v.built_from -> 'inputs' else '{}' end) as i
where i.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
