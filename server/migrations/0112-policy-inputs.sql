-- A table that a row policy takes attributes from decides who sees what, and so does everything it is made from, now or in older
-- versions. Only callers who may change policies write these tables. Marked here, so that edits of other tables pay nothing.
alter table table_head add column is_policy_input boolean not null default false;

-- functions: mark_policy_inputs, mark_mapping_tables, mark_inputs_made

create trigger row_lineage_of_inputs after insert on row_lineage
  referencing new table as made for each statement execute function mark_inputs_made();

-- Few workbooks have such a policy.
select mark_policy_inputs(array(select distinct workbook_id from row_policy where mapping is not null));
