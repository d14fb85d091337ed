-- What somebody has allowed the service: to read his files at a provider of drives. The tokens are sealed with a key of the
-- service; whoever has the database alone can do nothing with them.
create table drive_grant (
  user_id    uuid not null references app_user on delete cascade,
  account    text not null check (account in ('google', 'microsoft')),
  tokens     bytea not null,
  created_at timestamptz not null default now(),
  -- Whoever has seen an older state does not write over a newer one.
  revision   integer not null default 1,
  primary key (user_id, account)
);
