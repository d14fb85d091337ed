-- What users say to each other about a table, a row or a cell. A comment that answers another belongs to its thread; a
-- thread has the id of its first comment, which also says what it is about and whether it is resolved. Cells are anchored to
-- row ids and to the origins of columns, so that a rename keeps them and the policies of the column hold.
create table comment (
  workbook_id uuid not null,
  table_id    uuid not null,
  comment_id  uuid not null,
  thread_id   uuid not null,
  row_id      bigint,
  origin      integer,
  -- Null: its author deleted it, and others had answered.
  text        text check (length(text) between 1 and 4000),
  mentions    uuid[] not null default '{}',
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  edited_at   timestamptz,
  resolved_at timestamptz,
  resolved_by jsonb,
  primary key (workbook_id, table_id, comment_id),
  foreign key (workbook_id, table_id) references artifact on delete cascade,
  foreign key (workbook_id, table_id, thread_id) references comment on delete cascade,
  check (origin is null or row_id is not null),
  check (resolved_at is null or thread_id = comment_id)
);
create index comment_by_thread on comment (workbook_id, table_id, thread_id);
create index comment_by_row on comment (workbook_id, table_id, row_id) where row_id is not null;
