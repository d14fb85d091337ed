-- By their origins there, columns of the other table that this one has unchanged, each with its origin here: known where every row of
-- every version was made from one row of that table. A policy of the other table then decides about the rows of this one.
alter table row_lineage add column copied jsonb;

-- Editors who do not see all rows may also write rows that they do not see afterwards.
alter table row_policy add column may_write_unseen boolean not null default false;
