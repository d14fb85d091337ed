-- How a table is shown: styles, notes and labels on it, its columns, rows, cells and ranges. Presentation and no data: it
-- makes no version. Anchored to row ids and to the origins of columns, so that a rename or a retype keeps it; what is
-- anchored to something deleted is not shown, and comes back with it.
create table annotation (
  workbook_id   uuid not null,
  table_id      uuid not null,
  annotation_id uuid not null,
  kind          text not null check (kind in ('table', 'column', 'row', 'cell', 'range')),
  -- One text per target: what is annotated again is merged.
  anchor        text not null,
  -- Empty where the target is not about rows, or not about columns.
  rows          int8multirange not null default '{}',
  origins       integer[] not null default '{}',
  -- Of a range: how it was written, and how many rows it had.
  range         text check (length(range) <= 30),
  row_count     integer not null default 0,
  -- The members that were set; none is null.
  style         jsonb,
  note          text check (length(note) <= 2000),
  label         text check (length(label) <= 100),
  actor         jsonb not null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (workbook_id, table_id, annotation_id),
  unique (workbook_id, table_id, anchor),
  foreign key (workbook_id, table_id) references artifact on delete cascade,
  check (kind <> 'range' or range is not null)
);
