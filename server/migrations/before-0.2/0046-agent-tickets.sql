-- What lets a program of an agent renew its token without its person. A ticket is good for one renewal; one that comes back
-- was stolen, or its successor was, and ends the token.
create table oauth_ticket (
  ticket_hash   bytea primary key,
  -- The tickets of a token are a family: the token is what its person sees, and revokes.
  credential_id uuid not null references credential on delete cascade,
  -- Of the program's id: whoever else brings it ends the token, too.
  client_hash   bytea not null,
  used_at       timestamptz,
  expires_at    timestamptz not null
);
create index on oauth_ticket (credential_id);
create index on oauth_ticket (expires_at);

-- A token that tickets renew has a secret that ends before it does. Null: both end together.
alter table credential add column secret_expires_at timestamptz;
