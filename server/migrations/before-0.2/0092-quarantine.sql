-- Beside a table: the one that keeps rows of files and runs which break its rules, until they are corrected or deleted.
create table quarantine (
  workbook_id   uuid not null references workbook on delete cascade,
  table_id      uuid not null,
  quarantine_id uuid not null,
  -- Pairs of origins: of a column of the table, and of the column that keeps its values.
  columns       json not null,
  -- Origins of the columns that say why a row is there, and from which cell of which file it came.
  reason        integer not null,
  origin        integer not null,
  primary key (workbook_id, table_id),
  foreign key (workbook_id, table_id) references artifact on delete cascade,
  foreign key (workbook_id, quarantine_id) references artifact on delete cascade
);
create unique index quarantine_by_keeper on quarantine (workbook_id, quarantine_id);

-- What becomes of rows of files and runs that break a rule, where the ingest does not say.
alter table rule_set add column on_violation text not null default 'reject';
alter table rule_set add constraint rule_set_on_violation_check check (on_violation in ('reject', 'quarantine', 'warn')) not valid;
