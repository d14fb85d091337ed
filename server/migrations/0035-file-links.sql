-- A file that is tracked: the editions of one file on somebody's machine or drive, each a revision of the source it feeds.
create table file_link (
  workbook_id     uuid not null references workbook on delete cascade,
  link_id         uuid not null,
  name            text not null check (length(name) between 1 and 255),
  kind            text not null check (kind in ('cloud', 'local')),
  provider        text check (provider in ('google_drive', 'microsoft')),
  -- What the drive calls the file.
  external_id     text check (length(external_id) between 1 and 1000),
  -- Where a local file lies, in the words of whoever tracks it.
  origin          text not null default '' check (length(origin) <= 1000),
  source_id       uuid not null,
  current_version integer not null check (current_version >= 1),
  created_by      uuid not null,
  created_at      timestamptz not null default now(),
  primary key (workbook_id, link_id),
  -- A source is fed by one file.
  unique (workbook_id, source_id),
  foreign key (workbook_id, source_id) references source on delete cascade,
  check ((kind = 'cloud') = (provider is not null and external_id is not null))
);
create unique index file_link_by_file on file_link (workbook_id, provider, external_id) where kind = 'cloud';

-- An edition. Its bytes are those of the revision; two may share one, for going back brings bytes that were there before.
create table file_link_version (
  workbook_id      uuid not null,
  link_id          uuid not null,
  n                integer not null check (n >= 1),
  kind             text not null check (kind in ('link', 'sync', 'revert')),
  source_id        uuid not null,
  revision         integer not null,
  -- Who changed the file and when, as far as its sender or its drive says.
  modified_by      text check (length(modified_by) <= 200),
  modified_at      timestamptz,
  -- How the drive tells this state of the file from others.
  external_version text check (length(external_version) <= 500),
  synced_at        timestamptz not null default now(),
  -- The workbook as this edition left it.
  snapshot_id      uuid,
  created_by       uuid not null,
  primary key (workbook_id, link_id, n),
  foreign key (workbook_id, link_id) references file_link on delete cascade,
  foreign key (workbook_id, source_id, revision) references source_revision on delete cascade,
  foreign key (workbook_id, snapshot_id) references snapshot on delete set null (snapshot_id)
);
create index file_link_version_by_revision on file_link_version (workbook_id, source_id, revision);
create index file_link_version_by_snapshot on file_link_version (workbook_id, snapshot_id);
