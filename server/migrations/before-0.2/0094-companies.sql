-- Companies: domains of mail addresses that an account has proven to hold, people and groups that its identity provider keeps here
-- (SCIM), and the roles that groups give in workspaces.

-- A domain that an account says it holds. It is verified once its TXT record had the challenge; one account at a time holds it.
create table account_domain (
  account_id  uuid not null references account on delete cascade,
  domain      text not null check (length(domain) between 3 and 253 and domain = lower(domain)),
  challenge   text not null check (length(challenge) between 20 and 100),
  created_at  timestamptz not null default now(),
  verified_at timestamptz,
  primary key (account_id, domain)
);
create unique index account_domain_holder on account_domain (domain) where verified_at is not null;

-- A person as the identity provider of an account describes them. It is the account's own record: a user who logs in is linked with
-- it, and nothing of the user is read from it or written to it.
create table scim_user (
  account_id    uuid not null references account on delete cascade,
  scim_user_id  uuid not null,
  user_name     text not null check (length(user_name) between 1 and 320),
  user_name_key text not null,
  external_id   text check (length(external_id) <= 320),
  -- The address by which a login is matched; null: none was given.
  email         text check (length(email) <= 320),
  email_key     text,
  is_active     boolean not null,
  attributes    jsonb not null,
  user_id       uuid references app_user on delete set null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (account_id, scim_user_id),
  unique (account_id, user_name_key)
);
create index scim_user_by_email on scim_user (email_key);
create index scim_user_by_user on scim_user (user_id);
create index scim_user_by_external_id on scim_user (account_id, external_id);

-- A group of the provider. Its name is what roles are given by.
create table scim_group (
  account_id   uuid not null references account on delete cascade,
  group_id     uuid not null,
  display_name text not null check (length(display_name) between 1 and 200),
  name_key     text not null,
  external_id  text check (length(external_id) <= 320),
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (account_id, group_id),
  unique (account_id, name_key)
);

create table scim_group_member (
  account_id   uuid not null,
  group_id     uuid not null,
  scim_user_id uuid not null,
  primary key (account_id, group_id, scim_user_id),
  foreign key (account_id, group_id) references scim_group on delete cascade,
  foreign key (account_id, scim_user_id) references scim_user on delete cascade
);
create index scim_group_member_by_user on scim_group_member (account_id, scim_user_id);

-- The groups that a provider named at the last login of a user whose address lies in a domain of the account.
create table login_group (
  account_id uuid not null references account on delete cascade,
  user_id    uuid not null references app_user on delete cascade,
  name_key   text not null check (length(name_key) between 1 and 400),
  primary key (account_id, user_id, name_key)
);
create index login_group_by_user on login_group (user_id);

-- What members of a group are in a workspace.
create table group_role (
  workspace_id uuid not null references workspace on delete cascade,
  name_key     text not null check (length(name_key) between 1 and 400),
  group_name   text not null check (length(group_name) between 1 and 200),
  base_role    text not null check (base_role in ('admin', 'editor', 'viewer')),
  custom_roles text[] not null default '{}' check (cardinality(custom_roles) <= 20),
  primary key (workspace_id, name_key)
);

-- Of a member whose roles come from groups, what was given by hand. Without a row: everything. `given_role` is null where the
-- membership itself comes from groups, and ends with them.
create table member_origin (
  workspace_id       uuid not null,
  user_id            uuid not null,
  given_role         text check (given_role in ('admin', 'editor', 'viewer')),
  given_custom_roles text[] not null default '{}' check (cardinality(given_custom_roles) <= 20),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references workspace_member on delete cascade
);
create index member_origin_by_user on member_origin (user_id);

-- What was changed about an account as a whole, and by which credential. Names and ids; it goes with the account.
create table account_log (
  account_id    uuid not null references account on delete cascade,
  entry_id      uuid not null,
  at            timestamptz not null default now(),
  action        text not null check (length(action) <= 60),
  target        jsonb not null,
  detail        jsonb not null,
  -- Null: the service itself, at a login.
  actor_id      uuid,
  credential    text not null check (credential in ('session', 'pat', 'key', 'link', 'system')),
  credential_id uuid,
  primary key (account_id, entry_id)
);
