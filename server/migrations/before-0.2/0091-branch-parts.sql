-- A file may hold a part of a table: the rows that have one value in a column. What comes back is bound to them. `part_value` is
-- null for the rows whose cell is empty, and after an erasure, which ends the branch.
alter table branch_table add column part_origin integer;
alter table branch_table add column part_value text;
