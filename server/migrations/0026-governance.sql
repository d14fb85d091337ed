-- Who sees which columns: tags on columns, rules for tags, and from which columns others were made.

-- Hangs on the origin of a column, for every version of its table and for ever: a retype keeps it, and what comes back by
-- a restore, an undo or a look into the past comes back with it.
create table column_tag (
  workbook_id uuid not null references workbook on delete cascade,
  table_id    uuid not null,
  origin      integer not null,
  tag         text not null check (tag ~ '^[a-z][a-z0-9_-]{0,59}$'),
  -- False: somebody has taken it off a column that inherits it.
  is_attached boolean not null,
  note        text check (length(note) <= 500),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  primary key (workbook_id, table_id, origin, tag)
);

create table policy (
  workbook_id uuid not null references workbook on delete cascade,
  tag         text not null check (tag ~ '^[a-z][a-z0-9_-]{0,59}$'),
  -- `*`: everybody for whom no rule of one of their own roles exists.
  role        text not null check (role = '*' or role ~ '^[a-z][a-z0-9_-]{0,59}$'),
  effect      text not null check (effect in ('allow', 'mask', 'deny')),
  note        text check (length(note) <= 500),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, tag, role),
  check (role <> '*' or effect <> 'allow')
);

-- A column and one that its values were ever made from. Never forgotten: older versions still hold them.
create table column_lineage (
  workbook_id   uuid not null references workbook on delete cascade,
  table_id      uuid not null,
  origin        integer not null,
  from_table_id uuid not null,
  from_origin   integer not null,
  primary key (workbook_id, table_id, origin, from_table_id, from_origin)
);

-- The policies under which a job ended: what it answered is shown for as long as they hold.
alter table job add column policy_epoch bigint;
