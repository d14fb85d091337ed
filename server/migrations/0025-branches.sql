-- Branches: tables that were sent out as a file to be edited, and the version each of them is merged against.

-- One file that was sent out.
create table branch (
  workbook_id uuid not null references workbook on delete cascade,
  branch_id   uuid not null,
  format      text not null check (format in ('xlsx', 'csv')),
  filename    text not null check (length(filename) between 1 and 255),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  -- From then on the versions it came from are not kept for it.
  expires_at  timestamptz not null,
  primary key (workbook_id, branch_id)
);

-- A table in that file. Nothing is copied: the version is pinned.
create table branch_table (
  workbook_id   uuid not null,
  branch_id     uuid not null,
  table_id      uuid not null,
  base_version  bigint not null,
  row_count     bigint not null,
  -- Ids of the columns whose values stood in the file. Of the others nothing that comes back is believed.
  columns       integer[] not null,
  -- What came back and was merged.
  merged_at     timestamptz,
  merged_sha256 bytea,
  merged_op     bigint,
  -- What was told of the merge, without a cell's value.
  report        json,
  primary key (workbook_id, branch_id, table_id),
  foreign key (workbook_id, branch_id) references branch on delete cascade,
  check ((merged_at is null) = (merged_sha256 is null))
);

-- Keeps the version a branch came from as long as the branch is open. The caller holds the head lock.
create function pin_branch(in_workbook_id uuid, in_table_id uuid, in_version bigint, in_branch_id uuid, in_expires_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into pin (workbook_id, table_id, version, reason, ref, expires_at)
  values (in_workbook_id, in_table_id, in_version, 'branch', in_branch_id, in_expires_at)
$$;

-- A merged table is not merged again: its base may be forgotten.
create function unpin_branch(in_workbook_id uuid, in_table_id uuid, in_branch_id uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from pin where workbook_id = in_workbook_id and table_id = in_table_id and reason = 'branch' and ref = in_branch_id
$$;

revoke all on function pin_branch, unpin_branch from public;
grant execute on function pin_branch, unpin_branch to bindery_service;

-- A restored table has the overrides it had then, as of the op of that version; what came over them since is dropped. The
-- caller holds the head lock.
create function restore_overrides(in_workbook_id uuid, in_table_id uuid, in_then bigint, in_op_id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update cell_override o set dropped_op = in_op_id
  where o.workbook_id = in_workbook_id and o.table_id = in_table_id and o.dropped_op is null and o.op_id > in_then;
  insert into cell_override (workbook_id, table_id, row_id, column_id, op_id, override_id, value, base_value, made_value, stale)
  select o.workbook_id, o.table_id, o.row_id, o.column_id, in_op_id, o.override_id, o.value, o.base_value, o.made_value, o.stale
  from cell_override o
  where o.workbook_id = in_workbook_id and o.table_id = in_table_id and o.op_id <= in_then and o.dropped_op > in_then
  on conflict do nothing;
end $$;
revoke all on function restore_overrides from public;
grant execute on function restore_overrides to bindery_service;

-- A sheet presents tables and owns no data: what stands on it, in order, by the names of the tables.
create table sheet (
  workbook_id uuid not null references workbook on delete cascade,
  name        text not null check (length(name) between 1 and 200),
  title       text check (length(title) <= 200),
  description text check (length(description) <= 2000),
  -- Not jsonb: it comes back as it was sent.
  spec        json not null,
  version     bigint not null check (version >= 1),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, name)
);

-- A chart: an artifact that some agent made of a table. `config` is Vega-Lite, `recipe` the tool and the parameters.
create table chart (
  workbook_id uuid not null,
  artifact_id uuid not null,
  table_id    uuid not null,
  chart_type  text check (length(chart_type) <= 100),
  title       text check (length(title) <= 500),
  config      json not null,
  recipe      json,
  primary key (workbook_id, artifact_id),
  foreign key (workbook_id, artifact_id) references artifact on delete cascade
);
