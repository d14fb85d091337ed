-- What an admin says about a member or a guest of a workspace, for row policies to ask about: names with a list of texts each.
-- It stays with a member who leaves, as custom roles do.
alter table workspace_member add column attributes jsonb not null default '{}';
alter table workspace_member add constraint workspace_member_attributes_check
  check (jsonb_typeof(attributes) = 'object' and length(attributes::text) <= 200000) not valid;
alter table workspace_guest add column attributes jsonb not null default '{}';
alter table workspace_guest add constraint workspace_guest_attributes_check
  check (jsonb_typeof(attributes) = 'object' and length(attributes::text) <= 200000) not valid;

-- functions: mark_mapping_tables, raise_mapping_epoch

create trigger workspace_member_attributes after update of attributes on workspace_member
  for each row execute function raise_policy_epochs();
create trigger workspace_guest_attributes after update of attributes on workspace_guest
  for each row execute function raise_policy_epochs();

-- A row policy may take attributes of its callers from a table of the workbook: where it says which address has which values.
-- { tableId, email, attributes: { name: origin } }; columns are named by their origin.
alter table row_policy add column mapping json;

-- Values of such a table decide who sees what: every change of it raises the epoch. Marked here, so that edits of other tables pay nothing.
alter table table_head add column is_mapping boolean not null default false;

create trigger row_policy_mapping_set after insert on row_policy
  referencing new table as changed for each statement execute function mark_mapping_tables();
create trigger row_policy_mapping_changed after update on row_policy
  referencing new table as changed for each statement execute function mark_mapping_tables();
create trigger row_policy_mapping_gone after delete on row_policy
  referencing old table as changed for each statement execute function mark_mapping_tables();

-- An edit changes both, moving the table to the trash and back the second alone.
create trigger mapping_table_changed after update of edit_version, changed_seq on table_head
  for each row when (new.is_mapping) execute function raise_mapping_epoch();
