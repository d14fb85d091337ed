-- Which sheet of a drive a table belongs to. It is kept and told, and nothing is synchronised yet.
create table sync_binding (
  workbook_id   uuid not null,
  table_id      uuid not null,
  binding_id    uuid not null,
  external_kind text not null check (external_kind in ('provider_a_sheets', 'provider_b')),
  external_ref  text not null check (length(external_ref) between 1 and 1000),
  direction     text not null check (direction in ('pull', 'push', 'bidirectional')),
  -- Who owns which column, as the caller says it.
  ownership_map jsonb,
  actor         jsonb not null,
  created_at    timestamptz not null default now(),
  primary key (workbook_id, table_id),
  foreign key (workbook_id, table_id) references artifact on delete cascade
);
-- One sheet, one table. By its hash: an index entry holds less than a thousand characters may take.
create unique index sync_binding_ref on sync_binding (workbook_id, md5(external_ref));
