-- Who there is: users, the accounts that pay, the workspaces they fund, and who belongs to each.

-- The role every api and worker connection takes on. What it may not do (rewrite the audit log) nobody in the service can.
do $$ begin
  create role bindery_service nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant bindery_service to %I', current_user);
exception when others then
  -- A superuser needs no membership; anyone else who lacks it learns so at the first connection.
  null;
end $$;
grant usage on schema public to bindery_service;
-- A node tells from it whether the database is up to date.
grant select on kysely_migration to bindery_service;
alter default privileges in schema public grant select, insert, update, delete on tables to bindery_service;
alter default privileges in schema public grant usage, select on sequences to bindery_service;

-- A user is a person who can log in. (`user` is a word of SQL itself.)
create table app_user (
  user_id       uuid primary key,
  email         text not null check (length(email) between 3 and 320),
  -- What the address is compared by: folded case and width.
  email_key     text not null unique,
  name          text not null check (length(name) between 1 and 200),
  -- Null for people who only ever come through an identity provider.
  password_hash text,
  created_at    timestamptz not null default now()
);

-- A login at an identity provider that belongs to a user.
create table oidc_identity (
  provider   text not null,
  subject    text not null,
  user_id    uuid not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index on oidc_identity (user_id);

-- An account pays: it owns workspaces and keys.
create table account (
  account_id uuid primary key,
  kind       text not null check (kind in ('default', 'developer')),
  name       text not null check (length(name) between 1 and 120),
  owner_id   uuid not null references app_user,
  plan       text not null check (plan in ('free', 'payg', 'solo', 'pro', 'self_hosted')),
  created_at timestamptz not null default now()
);
create unique index account_one_default on account (owner_id) where kind = 'default';
create index on account (owner_id, account_id);

-- A workspace is a boundary: members, billing, governance.
create table workspace (
  workspace_id     uuid primary key,
  account_id       uuid not null references account,
  kind             text not null check (kind in ('personal', 'managed')),
  name             text not null check (length(name) between 1 and 120),
  residency        text check (length(residency) <= 60),
  preprocess_rules text check (length(preprocess_rules) <= 2000),
  idp_config       jsonb,
  created_at       timestamptz not null default now()
);
create index on workspace (account_id, workspace_id);

-- Who belongs to a workspace, and as what.
create table workspace_member (
  workspace_id uuid not null references workspace on delete cascade,
  user_id      uuid not null references app_user on delete cascade,
  base_role    text not null check (base_role in ('admin', 'editor', 'viewer')),
  custom_roles text[] not null default '{}' check (cardinality(custom_roles) <= 20),
  joined_at    timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index on workspace_member (user_id);

-- An invitation waits until somebody proves to hold its link.
create table invitation (
  invitation_id uuid primary key,
  workspace_id  uuid not null references workspace on delete cascade,
  email         text not null check (length(email) between 3 and 320),
  base_role     text not null check (base_role in ('admin', 'editor', 'viewer')),
  token_hash    bytea not null unique,
  invited_by    uuid not null references app_user,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  accepted_at   timestamptz,
  accepted_by   uuid references app_user
);
create index on invitation (workspace_id);
