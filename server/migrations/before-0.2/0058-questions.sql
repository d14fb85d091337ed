-- A question: SQL or a summary of a table, and how its answer is drawn. It is asked again, as its reader, whenever it is read.
create table question (
  workbook_id uuid not null references workbook on delete cascade,
  question_id uuid not null,
  -- Of a summary: the table it sums up.
  table_id    uuid,
  name        text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 2000),
  -- SQL with its parameters, or a summary whose columns are named by their origin.
  document    json not null,
  -- Which columns are drawn, and how.
  chart       json,
  version     bigint not null check (version >= 1),
  created_by  uuid not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, question_id),
  unique (workbook_id, name)
);
