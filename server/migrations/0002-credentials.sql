-- How a caller proves who he is: sessions, personal access tokens, account keys. Secrets are kept as keyed hashes only.

-- A personal access token (pat) acts for a user, an account key for the account.
create table credential (
  credential_id  uuid primary key,
  kind           text not null check (kind in ('pat', 'key')),
  secret_hash    bytea not null unique,
  -- The beginning of the plaintext, to recognise it by.
  prefix         text not null,
  name           text check (length(name) <= 200),
  account_id     uuid not null references account on delete cascade,
  user_id        uuid references app_user on delete cascade,
  scopes         text[] not null check (cardinality(scopes) > 0),
  reach_kind     text not null check (reach_kind in ('account', 'workspace', 'workbook')),
  -- Null for reach over the whole account.
  reach_id       uuid,
  rate_per_minute integer not null check (rate_per_minute between 1 and 10000),
  created_by     uuid not null references app_user,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz,
  last_used_at   timestamptz,
  revoked_at     timestamptz,
  check ((kind = 'pat') = (user_id is not null)),
  check ((reach_kind = 'account') = (reach_id is null))
);
create index on credential (user_id, credential_id) where kind = 'pat';
create index on credential (account_id, credential_id) where kind = 'key';
create index on credential (reach_id) where reach_id is not null;

-- Requests per credential and UTC day. Written in batches by each node.
create table credential_usage (
  credential_id uuid not null,
  day           date not null,
  requests      bigint not null,
  primary key (credential_id, day)
);

-- A login. Its access tokens live minutes; this row is what makes logging out work at once.
create table session (
  session_id     uuid primary key,
  user_id        uuid not null references app_user on delete cascade,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  revoked_at     timestamptz,
  revoked_reason text
);
create index on session (user_id);

-- One-time tickets that renew a session. A rotated one that comes back was stolen.
create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null,
  rotated_at timestamptz
);
create index on refresh_token (session_id);

-- How often a subject tried what can be guessed or abused (a password, a code), counted in a window.
create table attempt (
  -- Keyed hash of what is tried, by whom and from where.
  subject        bytea primary key,
  tries          integer not null,
  window_started timestamptz not null
);
create index on attempt (window_started);

-- A device (a CLI, an agent) that asks a person to approve it, RFC 8628. Exchanged for a session it is gone.
create table device_grant (
  device_code_hash bytea primary key,
  user_code_hash   bytea not null unique,
  status           text not null check (status in ('pending', 'approved', 'denied')),
  client_name      text not null check (length(client_name) between 1 and 120),
  user_id          uuid references app_user on delete cascade,
  interval_seconds integer not null,
  last_polled_at   timestamptz,
  created_at       timestamptz not null default now(),
  expires_at       timestamptz not null,
  check (status <> 'approved' or user_id is not null)
);
create index on device_grant (user_id) where user_id is not null;
create index on device_grant (expires_at);

-- A login at an identity provider that has begun and not come back yet.
create table oidc_attempt (
  state_hash   bytea primary key,
  -- The cookie of the browser that began it: nobody else can bring it to an end.
  browser_hash bytea not null,
  provider     text not null,
  return_to    text not null,
  expires_at   timestamptz not null
);
create index on oidc_attempt (expires_at);

-- A mailed link to set a new password.
create table password_reset (
  token_hash bytea primary key,
  user_id    uuid not null references app_user on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index on password_reset (user_id);

-- The answer to a mutating request that named an Idempotency-Key, written in the transaction of its effect.
create table idempotency (
  principal  text not null,
  method     text not null,
  path       text not null,
  key        text not null check (length(key) between 1 and 255),
  body_hash  bytea not null,
  -- Where the first caller's credential reached: a replay may not be read from a narrower place.
  reach      jsonb not null,
  -- Status, headers and body, sealed: an answer may hold a secret or a cell.
  answer     bytea,
  created_at timestamptz not null default now(),
  primary key (principal, method, path, key)
);
create index on idempotency (created_at);
