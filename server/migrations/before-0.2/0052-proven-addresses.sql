-- Who has proven to hold an address, and what becomes of what was made under it before.

-- Set when the address is proven. Users of the first release are proven by what they did then: see is_address_proven.
alter table app_user add column address_proven_at timestamptz;

-- Did the link go to the invited address alone? Of an invitation of the first release nothing is known.
alter table invitation add column is_mailed boolean not null default false;

-- An account whose content was made before its user's address was proven. Until the user keeps it, it belongs to a keeper: a
-- user without address or password, so that no one has a role in it.
create table held_content (
  account_id uuid primary key references account on delete cascade,
  user_id    uuid not null references app_user on delete cascade,
  keeper_id  uuid not null references app_user,
  -- The keeper's own account holds what lay in the user's default account; else it is a developer account.
  is_default boolean not null,
  held_at    timestamptz not null default now()
);
create index on held_content (user_id);
create index on held_content (held_at);
