-- What policies know users as who are not members of a workspace but may be given its workbooks: the custom roles that an
-- admin set, and the base role that a member had on leaving. Without it, leaving would shed a role that hides columns.
-- `former_role` is null where the user was never a member, or an admin has set the roles since.
create table workspace_guest (
  workspace_id uuid not null references workspace on delete cascade,
  user_id      uuid not null references app_user on delete cascade,
  former_role  text check (former_role in ('admin', 'editor', 'viewer')),
  custom_roles text[] not null default '{}' check (cardinality(custom_roles) <= 20),
  since        timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index on workspace_guest (user_id);

-- Answers made under other roles are decided again, as after every change of a member's roles.
create trigger workspace_guest_roles after insert or update of former_role, custom_roles or delete on workspace_guest
  for each row execute function raise_policy_epochs();
