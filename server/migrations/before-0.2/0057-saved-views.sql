-- A saved view: how a table is looked at, under a name. It owns no data.
create table saved_view (
  workbook_id uuid not null references workbook on delete cascade,
  view_id     uuid not null,
  table_id    uuid not null,
  name        text not null check (length(name) between 1 and 200),
  -- Filter, order, columns and formats. Columns are named by their origin, which stays when they are renamed.
  document    json not null,
  version     bigint not null check (version >= 1),
  created_by  uuid not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, view_id),
  unique (workbook_id, table_id, name)
);
