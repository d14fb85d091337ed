-- The rules of a table: what its rows must be. A row for each set that was ever in force; the newest one is.
create table rule_set (
  workbook_id uuid not null references workbook on delete cascade,
  table_id    uuid not null,
  version     bigint not null check (version >= 1),
  -- Rules, in the order in which they were sent. Columns are named by their origin, which stays when they are renamed.
  document    json not null,
  -- new: rows that were there when the set came may break it until they are changed.
  enforce     text not null check (enforce in ('new', 'all')),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  primary key (workbook_id, table_id, version)
);

-- Rises with every change of rules in a workbook; 0 where there never were any. A write says under which it was checked.
alter table workbook_head add column rules_epoch bigint not null default 0;

-- functions: raise_rules_epoch

create trigger rule_set_epoch after insert or update or delete on rule_set for each row execute function raise_rules_epoch();
