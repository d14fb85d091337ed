-- What a company asks of sessions and tokens of its people, and of tokens that reach into its account. Null: as the service has it.
create table account_policy (
  account_id          uuid primary key references account on delete cascade,
  max_session_minutes integer check (max_session_minutes between 15 and 129600),
  max_token_days      integer check (max_token_days between 1 and 365),
  tokens_allowed      boolean not null default true,
  updated_at          timestamptz not null default now()
);
