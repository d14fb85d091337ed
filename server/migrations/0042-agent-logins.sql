-- A person has let a program in as himself, which has not come for its credential yet. Good for one exchange within a minute.
create table oauth_grant (
  code_hash      bytea primary key,
  user_id        uuid not null references app_user on delete cascade,
  -- Of the program's id: whoever else brings the code gets nothing for it.
  client_hash    bytea not null,
  client_name    text not null check (length(client_name) between 1 and 120),
  redirect_uri   text not null check (length(redirect_uri) <= 1000),
  code_challenge text not null check (length(code_challenge) = 43),
  scopes         text[] not null,
  expires_at     timestamptz not null
);
create index on oauth_grant (user_id);
create index on oauth_grant (expires_at);
