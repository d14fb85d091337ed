-- Tables: what each of them holds at every version. Written by the functions below alone; the role of the service reads.

-- A deleted artifact rests in the trash, and its name is free at once.
alter table artifact add column deleted_at timestamptz;
drop index artifact_active_name;
create unique index artifact_active_name on artifact (workbook_id, name) where state = 'active' and deleted_at is null;
create index artifact_by_name on artifact (workbook_id, name);
create index artifact_trash_age on artifact (deleted_at) where deleted_at is not null;

-- Where a table stands now. Hot: its primary key is its only index, and pages keep room for new versions of a row.
create table table_head (
  workbook_id      uuid not null,
  table_id         uuid not null,
  edit_version     bigint not null,
  -- The version whose content this is: equal to edit_version, but a restore brings an older one back.
  content_version  bigint not null,
  schema_no        integer not null,
  row_count        bigint not null,
  next_row_id      bigint not null,
  next_column_id   integer not null,
  -- Edits since the newest manifest, which a checkpoint would fold.
  manifest_version bigint not null,
  delta_rows       integer not null default 0,
  delta_bytes      bigint not null default 0,
  delta_since      timestamptz,
  -- The workbook's edit_seq at the last change: what an engine lacks is what changed after its own.
  changed_seq      bigint not null,
  stale_since      timestamptz,
  stale_reason     text check (stale_reason in ('upstream_edit', 'transform_failed')),
  run_token        uuid,
  primary key (workbook_id, table_id)
) with (fillfactor = 50);

-- The columns of a table, as they were at some version. A column id has one type for ever.
create table table_schema (
  workbook_id uuid not null,
  table_id    uuid not null,
  schema_no   integer not null,
  -- [{id, origin, name, type, initial, description}] in order; origin is the first id of a chain of retypes, and
  -- `initial` what rows older than the column hold.
  columns     jsonb not null,
  primary key (workbook_id, table_id, schema_no)
);

-- One row per edit version.
create table table_version (
  workbook_id     uuid not null,
  table_id        uuid not null,
  version         bigint not null,
  -- d: deltas, s: schema only, a: append, b: a new base (create, retype, restore, run, replace).
  kind            "char" not null check (kind in ('d', 's', 'a', 'b')),
  schema_no       integer not null,
  row_count       bigint not null,
  edit_seq        bigint not null,
  op_id           bigint not null,
  at              timestamptz not null,
  content_version bigint not null,
  -- Of derived tables: each input's content version and schema, and the code's hash.
  built_from      jsonb,
  primary key (workbook_id, table_id, version)
) partition by hash (workbook_id);

-- Content at a version = the segments of the newest manifest at or before it, with later deltas laid over them.
create table manifest (
  workbook_id uuid not null,
  table_id    uuid not null,
  version     bigint not null,
  -- a: append, b: base, c: a checkpoint, which is only another way to write the same content.
  kind        "char" not null check (kind in ('a', 'b', 'c')),
  -- Versions at or before this one whose deltas still lie over these segments.
  overlays    int8multirange not null default '{}',
  -- [[segment_id, row_lo, row_hi, rows, bytes]…], ascending and disjoint.
  segments    jsonb not null,
  -- a: those of them that this append brought.
  added       jsonb check (kind <> 'a' or added is not null),
  at          timestamptz not null default now(),
  primary key (workbook_id, table_id, version)
);

-- An immutable Parquet object, known here before it is uploaded: nothing is ever found by listing the store.
create table segment (
  workbook_id        uuid not null,
  segment_id         uuid not null,
  table_id           uuid not null,
  -- P: being written, L: live, D: being deleted.
  state              "char" not null check (state in ('P', 'L', 'D')),
  sha256             bytea,
  bytes              bigint,
  rows               bigint,
  -- A writer that died leaves a pending segment; past its lease the sweep takes it.
  lease_until        timestamptz,
  unreferenced_since timestamptz,
  primary key (workbook_id, segment_id),
  check (state <> 'L' or (sha256 is not null and bytes is not null and rows is not null))
);
create index segment_pending on segment (lease_until) where state = 'P';
create index segment_of_table on segment (workbook_id, table_id);

-- One row per edited row and version; never changed.
create table delta (
  workbook_id uuid not null,
  table_id    uuid not null,
  row_id      bigint not null,
  version     bigint not null,
  -- I: insert, U: update, D: delete.
  op          "char" not null check (op in ('I', 'U', 'D')),
  -- {"<column id>": canonical text or null}. I: every column that is not its initial value; U: the changed ones.
  cells       jsonb,
  -- The touched cells as they were: U the same columns, D the whole row.
  before      jsonb,
  primary key (workbook_id, table_id, row_id, version)
) partition by hash (workbook_id);
create index delta_by_version on delta (workbook_id, table_id, version);

-- What was done to a workbook.
create table op (
  workbook_id  uuid not null,
  op_id        bigint not null,
  table_id     uuid,
  kind         text not null,
  edit_version bigint,
  actor        jsonb not null,
  detail       jsonb not null,
  at           timestamptz not null,
  undone_by    bigint,
  primary key (workbook_id, op_id)
) partition by hash (workbook_id);
create index op_by_table on op (workbook_id, table_id, op_id);

-- Keeps a version from being forgotten: a snapshot, a branch, a long read.
create table pin (
  workbook_id uuid not null,
  table_id    uuid not null,
  version     bigint not null,
  reason      text not null check (reason in ('snapshot', 'branch', 'read')),
  ref         uuid not null,
  expires_at  timestamptz,
  primary key (workbook_id, table_id, version, reason, ref)
);

-- Which table is made from which. Filled by transforms.
create table lineage (
  workbook_id  uuid not null,
  from_id      uuid not null,
  to_id        uuid not null,
  transform_id uuid,
  primary key (workbook_id, from_id, to_id)
);
create index lineage_upward on lineage (workbook_id, to_id);

do $$ begin
  for i in 0..31 loop
    execute format('create table table_version_%s partition of table_version for values with (modulus 32, remainder %s)', i, i);
    execute format('create table delta_%s partition of delta for values with (modulus 32, remainder %s)', i, i);
    execute format('create table op_%s partition of op for values with (modulus 32, remainder %s)', i, i);
    execute format('revoke insert, update, delete, truncate on table_version_%s, delta_%s, op_%s from bindery_service', i, i, i);
  end loop;
end $$;
revoke insert, update, delete, truncate on
  table_head, table_schema, table_version, manifest, delta, op, pin from bindery_service;
