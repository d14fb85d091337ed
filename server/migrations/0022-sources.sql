-- Sources: files as people sent them, how they are read, and the tables made of them.

-- Objects with the bytes of files, known here before they are uploaded. One that nobody has claimed in time is deleted.
create table source_object (
  workbook_id uuid not null,
  object_id   uuid not null,
  -- Null: a source has claimed it.
  expires_at  timestamptz default now() + interval '2 hours',
  primary key (workbook_id, object_id)
);
create index source_object_expired on source_object (expires_at) where expires_at is not null;

-- An original file and what became of it. Its bytes never change: a later file of the same kind is a revision of it.
create table source (
  workbook_id        uuid not null references workbook on delete cascade,
  source_id          uuid not null,
  name               text not null check (length(name) between 1 and 255),
  mode               text not null check (mode in ('auto', 'staged')),
  status             text not null check (status in ('registered', 'analyzed', 'materialized', 'failed')),
  structuring        text not null check (structuring in ('structured', 'skipped', 'deferred', 'raw_fallback', 'off')),
  structuring_reason text,
  -- {kind, provider, ref}
  provenance         jsonb not null,
  -- The newest one.
  revision           integer not null check (revision >= 1),
  -- The parse spec, once it was analyzed. Not jsonb: it comes back as it was sent, and names may hold what that refuses.
  spec               json,
  error              text check (length(error) <= 500),
  created_by         uuid not null,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  primary key (workbook_id, source_id),
  unique (workbook_id, name),
  check (status <> 'failed' or error is not null)
);

create table source_revision (
  workbook_id  uuid not null,
  source_id    uuid not null,
  revision     integer not null check (revision >= 1),
  filename     text not null check (length(filename) between 1 and 255),
  content_type text not null check (length(content_type) <= 200),
  object_id    uuid not null,
  size_bytes   bigint not null,
  sha256       bytea not null,
  created_by   uuid not null,
  created_at   timestamptz not null default now(),
  primary key (workbook_id, source_id, revision),
  foreign key (workbook_id, source_id) references source on delete cascade,
  foreign key (workbook_id, object_id) references source_object
);
-- The same bytes again are the same source.
create index source_revision_by_content on source_revision (workbook_id, sha256);

-- Which tables were made of a source, and of which part of it.
create table source_table (
  workbook_id uuid not null,
  source_id   uuid not null,
  table_id    uuid not null,
  -- What the part is called: the sheet, or an output of the parse spec.
  part        text not null,
  -- Of the parse spec; null where sheets landed as they are.
  region_id   text,
  primary key (workbook_id, source_id, table_id),
  foreign key (workbook_id, source_id) references source on delete cascade
);

-- A place for the bytes of one file, which whoever holds its signed address may bring.
create table upload (
  workbook_id   uuid not null references workbook on delete cascade,
  upload_id     uuid not null,
  status        text not null check (status in ('pending', 'uploaded', 'ingested')),
  filename      text not null check (length(filename) between 1 and 255),
  content_type  text not null default 'application/octet-stream' check (length(content_type) <= 200),
  -- What was announced, where it was.
  wanted_bytes  bigint,
  wanted_sha256 bytea,
  max_bytes     bigint not null,
  mode          text not null check (mode in ('auto', 'staged')),
  structuring   text not null check (structuring in ('auto', 'skip', 'defer')),
  is_async      boolean not null,
  auto_ingest   boolean not null,
  object_id     uuid,
  size_bytes    bigint,
  sha256        bytea,
  source_id     uuid,
  error         text check (length(error) <= 500),
  created_by    uuid not null,
  -- Who asked, for an ingest that begins when the bytes are there.
  caller        json not null,
  expires_at    timestamptz not null,
  created_at    timestamptz not null default now(),
  primary key (workbook_id, upload_id),
  check (status = 'pending' or (size_bytes is not null and sha256 is not null)),
  check (status <> 'uploaded' or object_id is not null)
);
create unique index upload_by_id on upload (upload_id);
create index upload_age on upload (created_at);

-- A table may be created with rows already: their ids are counted on from `next_row_id`.
create or replace function begin_table(in_workbook_id uuid, w jsonb) returns table_head
language plpgsql as $$
declare
  t table_head;
begin
  insert into artifact (workbook_id, artifact_id, kind, layer, name, state, description)
  values (in_workbook_id, (w ->> 'table')::uuid, w #>> '{create,kind}', w #>> '{create,layer}', w #>> '{create,name}', 'active', w #>> '{create,description}');
  insert into table_head (workbook_id, table_id, edit_version, content_version, schema_no, row_count, next_row_id, next_column_id, manifest_version, changed_seq)
  values (in_workbook_id, (w ->> 'table')::uuid, 0, 0, 0, 0, coalesce((w ->> 'next_row_id')::bigint, 1), 1, 0, 0)
  returning * into t;
  update workbook set table_count = table_count + 1 where workbook_id = in_workbook_id;
  return t;
end $$;

-- Takes a part of a buried workbook away: call again until nothing was. The books of its account stay by law, its segments
-- and the objects of its results and sources until these are gone, and the lock until the very end.
create or replace function erase_workbook(in_workbook_id uuid, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  if not exists (select from workbook_tombstone t where t.workbook_id = head.workbook_id) then
    raise exception 'workbook % is not buried', in_workbook_id;
  end if;
  update result_object o set expires_at = now() where o.workbook_id = in_workbook_id and o.expires_at > now();
  update source_object o set expires_at = now()
  where o.workbook_id = in_workbook_id and (o.expires_at is null or o.expires_at > now());
  return erase_rows(array['workbook_id'], array[in_workbook_id],
    array['workbook_tombstone', 'ledger_entry', 'segment', 'result_object', 'source_object', 'workbook_head'], most);
end $$;

-- The end of a purge. False: objects wait for their grace or for the sweep, or rows came meanwhile.
create or replace function end_workbook(in_workbook_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if erase_workbook(in_workbook_id, 1000) > 0
    or exists (select from segment s where s.workbook_id = in_workbook_id)
    or exists (select from result_object o where o.workbook_id = in_workbook_id)
    or exists (select from source_object o where o.workbook_id = in_workbook_id) then
    return false;
  end if;
  delete from workbook_head where workbook_id = in_workbook_id;
  update workbook_tombstone set gone_at = now() where workbook_id = in_workbook_id;
  return true;
end $$;
