-- How forms of one kind are read: the labels of a sample and where they stand, kept by a workspace for files to come. No value of
-- the sample is in a layout.
create table template (
  template_id  uuid primary key,
  workspace_id uuid not null references workspace on delete cascade,
  name         text not null check (length(name) between 1 and 100),
  -- As the package `spreadsheet` has made it.
  layout       json not null,
  is_active    boolean not null default true,
  created_by   uuid not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  unique (workspace_id, name)
);
