-- Workbooks, who may see them, and what is in them.

create table workbook (
  workbook_id  uuid primary key,
  workspace_id uuid not null references workspace,
  owner_id     uuid not null references app_user,
  title        text not null check (length(title) between 1 and 200),
  description  text check (length(description) <= 2000),
  -- Language of the names that structuring gives.
  language     text not null default 'ja' check (language in ('ja', 'en')),
  is_governed  boolean not null default false,
  -- Kept by whoever adds or removes one, under the head lock: a page of workbooks then counts nothing.
  table_count  integer not null default 0 check (table_count >= 0),
  source_count integer not null default 0 check (source_count >= 0),
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  -- Set while the workbook rests in the trash.
  deleted_at   timestamptz
);
create index workbook_by_owner on workbook (owner_id, workbook_id) where deleted_at is null;
create index workbook_by_workspace on workbook (workspace_id, workbook_id);
create index workbook_in_trash on workbook (owner_id, workbook_id) where deleted_at is not null;
create index workbook_trash_age on workbook (deleted_at) where deleted_at is not null;

-- A workbook shared with one person.
create table workbook_member (
  workbook_id uuid not null references workbook on delete cascade,
  user_id     uuid not null references app_user on delete cascade,
  role        text not null check (role in ('viewer', 'editor')),
  added_by    uuid not null references app_user,
  added_at    timestamptz not null default now(),
  primary key (workbook_id, user_id)
);
create index on workbook_member (user_id, workbook_id);

-- The one lock of a workbook, taken first by every writing transaction; it hands out every number counted per workbook.
-- Hot: HOT updates only, so no second index and room on each page.
create table workbook_head (
  workbook_id  uuid primary key,
  edit_seq     bigint not null default 0,
  op_id        bigint not null default 0,
  event_seq    bigint not null default 0,
  audit_seq    bigint not null default 0,
  audit_hash   bytea not null default ''::bytea,
  policy_epoch bigint not null default 0,
  last_at      timestamptz not null default '-infinity'
) with (fillfactor = 40);

-- Anything in a workbook's registry: tables, views, charts, reports.
create table artifact (
  workbook_id uuid not null references workbook on delete cascade,
  artifact_id uuid not null,
  kind        text not null check (kind in ('table', 'view', 'chart', 'report')),
  layer       text check (layer in ('raw', 'base', 'derived')),
  name        text not null check (length(name) between 1 and 200),
  state       text not null check (state in ('active', 'archived')),
  description text,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, artifact_id)
);
-- One active artifact holds a name; of archived ones any number may.
create unique index artifact_active_name on artifact (workbook_id, name) where state = 'active';
