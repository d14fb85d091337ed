-- A dashboard: answers of questions, views and texts on a page. It owns no data.
create table dashboard (
  workbook_id  uuid not null references workbook on delete cascade,
  dashboard_id uuid not null,
  name         text not null check (length(name) between 1 and 200),
  description  text check (length(description) <= 2000),
  -- Tiles and where they lie on a grid of 12 columns. Questions and views are named by their ids.
  document     json not null,
  version      bigint not null check (version >= 1),
  created_by   uuid not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workbook_id, dashboard_id),
  unique (workbook_id, name)
);
