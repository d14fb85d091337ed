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

-- Ends what lets a user into anything of an account, in this transaction. Whose address lies in a domain of the account is logged
-- out altogether: the address is the company's. What policies knew them as stays in force, as with every member who leaves.
create function end_membership(in_account_id uuid, in_user_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  workspaces uuid[];
  workbooks uuid[];
begin
  if exists (select from account where account_id = in_account_id and owner_id = in_user_id) then
    raise exception 'the owner of account % stays', in_account_id;
  end if;
  workspaces := array(select workspace_id from workspace where account_id = in_account_id order by workspace_id for update);
  workbooks := array(select workbook_id from workbook where workspace_id = any (workspaces) order by workbook_id);
  insert into workspace_guest (workspace_id, user_id, former_role, custom_roles, attributes)
  select m.workspace_id, m.user_id, m.base_role, m.custom_roles, m.attributes from workspace_member m
  where m.workspace_id = any (workspaces) and m.user_id = in_user_id
  on conflict (workspace_id, user_id) do update
  set former_role = excluded.former_role, custom_roles = excluded.custom_roles, attributes = excluded.attributes;
  -- ends: membership
  delete from workspace_member where workspace_id = any (workspaces) and user_id = in_user_id;
  -- ends: shares
  delete from workbook_member where workbook_id = any (workbooks) and user_id = in_user_id;
  -- ends: groups
  delete from login_group where account_id = in_account_id and user_id = in_user_id;
  -- ends: pinned tokens and links
  update credential set revoked_at = now()
  where revoked_at is null and reach_id = any (workspaces || workbooks) and (user_id = in_user_id or created_by = in_user_id);
  -- ends: pinned webhooks
  delete from webhook where user_id = in_user_id and reach_id = any (workspaces || workbooks);
  -- ends: invitations
  delete from invitation i using app_user u
  where u.user_id = in_user_id and i.workspace_id = any (workspaces) and i.accepted_at is null
    and lower(normalize(btrim(i.email), nfkc)) = u.email_key;
  -- ends: logins
  if exists (select from app_user u join account_domain d on d.domain = split_part(u.email_key, '@', 2)
             where u.user_id = in_user_id and d.account_id = in_account_id and d.verified_at is not null) then
    perform end_access(in_user_id, '{}', 'the identity provider of the company removed the user');
  end if;
  -- ends: done
end $$;

-- The owner of an address has come. Everything made under it before ends, in this transaction; what it contained is held until
-- the owner keeps it. One place for all of it: a test compares it with the catalog, so that no table is forgotten.
-- Replaces claim_address (0052-proven-addresses.sql)
create or replace function claim_address(in_user_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from app_user where user_id = in_user_id for no key update;
  perform end_access(in_user_id, '{}', 'the address was proven by its owner');
  -- ends: password
  update app_user set password_hash = null where user_id = in_user_id;
  -- ends: drive grants
  delete from drive_grant where user_id = in_user_id;
  -- ends: invitations sent
  delete from invitation where invited_by = in_user_id and accepted_at is null;
  -- ends: invitations received
  delete from invitation i using app_user u
  where u.user_id = in_user_id and i.accepted_at is null and not i.is_mailed
    and lower(normalize(btrim(i.email), nfkc)) = u.email_key;
  -- What policies knew them as stays in force: losing a membership must not shed a role that hides something.
  insert into workspace_guest (workspace_id, user_id, former_role, custom_roles)
  select m.workspace_id, m.user_id, m.base_role, m.custom_roles from workspace_member m
  where m.user_id = in_user_id
  on conflict (workspace_id, user_id) do nothing;
  -- ends: own memberships
  delete from workspace_member m using workspace s join account a using (account_id)
  where m.workspace_id = s.workspace_id and m.user_id = in_user_id and a.owner_id <> in_user_id;
  -- ends: shares received
  delete from workbook_member where user_id = in_user_id;
  -- ends: own upload slots
  update upload set expires_at = least(expires_at, now() - interval '1 second')
  where created_by = in_user_id and status <> 'ingested';
  -- ends: own jobs
  update job set status = 'failed', error = 'Canceled: the address of the account was proven by its owner.', error_code = 'canceled',
    finished_at = now()
  where user_id = in_user_id and status in ('pending', 'running');
  -- ends: companies
  delete from account_domain where account_id in (select account_id from account where owner_id = in_user_id);
  delete from scim_group where account_id in (select account_id from account where owner_id = in_user_id);
  delete from scim_user where account_id in (select account_id from account where owner_id = in_user_id);
  delete from login_group where account_id in (select account_id from account where owner_id = in_user_id);
  delete from group_role r using workspace w join account a using (account_id)
  where w.workspace_id = r.workspace_id and a.owner_id = in_user_id;
  -- ends: content
  perform hold_content(in_user_id);
  -- ends: done
  update app_user set address_proven_at = clock_timestamp() where user_id = in_user_id;
end $$;
