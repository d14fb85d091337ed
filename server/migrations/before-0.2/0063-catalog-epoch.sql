-- Rises with every change of what SQL can name in a workbook: its artifacts, their schemas, and whether they are stale. A node may
-- keep what it has read of a catalog as long as this stays the same.
alter table workbook_head add column catalog_epoch bigint not null default 0;

-- functions: raise_catalog_epoch

create trigger artifact_catalog after insert or delete on artifact for each row execute function raise_catalog_epoch();
create trigger artifact_catalog_changed after update on artifact for each row
  when (old.* is distinct from new.*) execute function raise_catalog_epoch();
create trigger table_head_catalog after insert or delete on table_head for each row execute function raise_catalog_epoch();
-- An edit of rows changes none of these.
create trigger table_head_catalog_changed after update on table_head for each row
  when (old.schema_no <> new.schema_no or old.next_column_id <> new.next_column_id
    or old.stale_since is distinct from new.stale_since or old.stale_reason is distinct from new.stale_reason)
  execute function raise_catalog_epoch();
