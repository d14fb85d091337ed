-- A workspace is deleted together with the workbooks of it that rest in the trash. These are buried in the same commit
-- and belong to no workspace from then on; their rows go a part at a time, as those of every purged workbook do.

alter table workbook alter column workspace_id drop not null;
-- A workbook that could be seen has a workspace.
alter table workbook add constraint workbook_has_workspace check (workspace_id is not null or deleted_at is not null) not valid;
