-- The tables of release 0.2. A new database begins here; one that has the migrations below already has all of this.
-- Stands for:
--   0001-people.sql 0002-credentials.sql 0003-workbooks.sql 0004-audit.sql 0005-events-and-jobs.sql
--   0006-idempotency.sql 0010-tables.sql 0011-commit.sql 0012-artifacts.sql 0013-retention.sql 0014-trash.sql
--   0015-faster-commit.sql 0016-snapshots.sql 0017-annotations.sql 0018-sync-bindings.sql 0019-purge.sql 0020-ops.sql
--   0021-results.sql 0022-sources.sql 0023-structuring.sql 0024-transforms.sql 0025-branches.sql 0026-governance.sql
--   0027-erasure.sql 0028-webhooks.sql 0029-bundles.sql 0030-recompute.sql 0031-retention.sql 0032-job-overview.sql
--   0033-lost-tasks.sql 0034-mask-styles.sql 0035-file-links.sql 0036-drives.sql 0037-search.sql 0040-billing.sql
--   0041-closing-and-usage.sql 0042-agent-logins.sql 0043-direct-uploads.sql 0045-file-lists.sql
--   0046-agent-tickets.sql 0047-stuck-jobs.sql 0048-workspace-guests.sql 0049-external-kinds.sql 0050-empty-trash.sql
--   0051-told-once.sql 0052-proven-addresses.sql 0053-language-of-the-file.sql 0054-tag-labels.sql 0055-templates.sql
--   0057-saved-views.sql 0058-questions.sql 0059-dashboards.sql 0060-comments.sql 0063-catalog-epoch.sql
--   0064-link-shares.sql 0065-link-kind-validated.sql 0068-rules.sql 0075-source-undo.sql 0077-undone-sessions.sql
--   0078-proposals.sql 0081-trash-beside-rules.sql 0085-notifications.sql 0086-row-policies.sql
--   0088-notified-proposals.sql 0091-branch-parts.sql 0092-quarantine.sql 0094-companies.sql
--   0095-account-policies.sql 0097-caller-attributes.sql 0098-inherited-row-policies.sql 0099-cheaper-commits.sql

-- ── People

-- Who there is: users, the accounts that pay, the workspaces they fund, and who belongs to each.

-- The role every api and worker connection takes on. What it may not do (rewrite the audit log) no part of the service can.
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
  created_at    timestamptz not null default now(),
  -- Set when the address is proven. Users of the first release are proven by what they did then: see is_address_proven.
  address_proven_at timestamptz
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
  created_at timestamptz not null default now(),
  -- Set in the commit that closes an account: from then on no one sees it, and its end only has to be carried out.
  closed_at timestamptz
);
create index account_closed on account (account_id) where closed_at is not null;
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
  -- What an admin says about a member or a guest of a workspace, for row policies to ask about: names with a list of texts each.
  -- It stays with a member who leaves, as custom roles do.
  attributes jsonb not null default '{}',
  primary key (workspace_id, user_id)
);
alter table workspace_member add constraint workspace_member_attributes_check
  check (jsonb_typeof(attributes) = 'object' and length(attributes::text) <= 200000) not valid;
create index on workspace_member (user_id);

-- An invitation waits until a user proves to hold its link.
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
  accepted_by   uuid references app_user,
  -- Did the link go to the invited address alone? Of an invitation of the first release nothing is known.
  is_mailed boolean not null default false
);
create index on invitation (workspace_id);

-- ── Credentials

-- How callers prove who they are: sessions, personal access tokens, account keys. Secrets are kept as keyed hashes only.

-- A personal access token (pat) acts for a user, an account key for the account.
create table credential (
  credential_id  uuid primary key,
  kind           text not null check (kind in ('pat', 'key', 'link')),
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
  -- A token that tickets renew has a secret that ends before it does. Null: both end together.
  secret_expires_at timestamptz,
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
  -- The cookie of the browser that began it: no other browser can end it.
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

-- ── Workbooks

-- Workbooks, who may see them, and what is in them.

create table workbook (
  workbook_id  uuid primary key,
  workspace_id uuid references workspace,
  owner_id     uuid not null references app_user,
  title        text not null check (length(title) between 1 and 200),
  description  text check (length(description) <= 2000),
  -- Language of the names that structuring gives.
  language     text not null default 'ja' check (language in ('ja', 'en')),
  is_governed  boolean not null default false,
  -- Kept by every writer that adds or removes one, under the head lock: a page of workbooks then counts nothing.
  table_count  integer not null default 0 check (table_count >= 0),
  source_count integer not null default 0 check (source_count >= 0),
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  -- Set while the workbook rests in the trash.
  deleted_at   timestamptz,
  -- Names of outputs follow the words of each file, unless a language was chosen for the workbook.
  --
  -- Nodes of the release before know no workbook without a language: it stays 'ja' for them, their default, which follows the
  -- words of a file. Only with this mark does 'ja' mean Japanese for every file. No row is touched.
  is_japanese_chosen boolean not null default false
);
-- A workbook that could be seen has a workspace.
alter table workbook add constraint workbook_has_workspace check (workspace_id is not null or deleted_at is not null) not valid;
create index workbook_by_owner on workbook (owner_id, workbook_id) where deleted_at is null;
create index workbook_by_workspace on workbook (workspace_id, workbook_id);
create index workbook_in_trash on workbook (owner_id, workbook_id) where deleted_at is not null;
create index workbook_trash_age on workbook (deleted_at) where deleted_at is not null;

-- A workbook shared with one person.
create table workbook_member (
  workbook_id uuid not null references workbook on delete cascade,
  user_id     uuid not null references app_user on delete cascade,
  role        text not null check (role in ('viewer', 'editor')),
  added_by    uuid not null references app_user,
  added_at    timestamptz not null default now(),
  primary key (workbook_id, user_id)
);
create index on workbook_member (user_id, workbook_id);

-- The one lock of a workbook, taken first by every writing transaction; it hands out every number counted per workbook.
-- Hot: HOT updates only, so no second index and room on each page.
create table workbook_head (
  workbook_id  uuid primary key,
  edit_seq     bigint not null default 0,
  op_id        bigint not null default 0,
  event_seq    bigint not null default 0,
  audit_seq    bigint not null default 0,
  audit_hash   bytea not null default ''::bytea,
  policy_epoch bigint not null default 0,
  last_at      timestamptz not null default '-infinity',
  -- Rises with every change of what SQL can name in a workbook: its artifacts, their schemas, and whether they are stale. A node may
  -- keep what it has read of a catalog as long as this stays the same.
  catalog_epoch bigint not null default 0,
  -- Rises with every change of rules in a workbook; 0 where there never were any. A write says under which it was checked.
  rules_epoch bigint not null default 0
) with (fillfactor = 40);

-- Anything in a workbook's registry: tables, views, charts, reports.
create table artifact (
  workbook_id uuid not null references workbook on delete cascade,
  artifact_id uuid not null,
  kind        text not null check (kind in ('table', 'view', 'chart', 'report')),
  layer       text check (layer in ('raw', 'base', 'derived')),
  name        text not null check (length(name) between 1 and 200),
  state       text not null check (state in ('active', 'archived')),
  description text,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  -- A deleted artifact rests in the trash, and its name is free at once.
  deleted_at timestamptz,
  -- Set when an artifact's days in the trash are over. What no pin holds of it is taken away.
  purged_at timestamptz,
  primary key (workbook_id, artifact_id)
);
create unique index artifact_active_name on artifact (workbook_id, name) where state = 'active' and deleted_at is null;
create index artifact_by_name on artifact (workbook_id, name);
create index artifact_trash_age on artifact (deleted_at) where deleted_at is not null;
-- A table in the trash is found by its id alone.
create index artifact_in_trash on artifact (artifact_id) where deleted_at is not null;

-- ── Audit

-- The audit log of a workbook: a chain of hashes that shows when an entry was altered, removed or reordered.
-- Written through functions (server/sql/functions/audit) and in no other way: the role of the service may only read it.

create table audit (
  workbook_id uuid not null,
  seq         bigint not null,
  -- Canonical JSON (RFC 8785) exactly as hashed; jsonb would reorder the keys.
  body        text not null,
  hash        bytea not null,
  primary key (workbook_id, seq)
) partition by hash (workbook_id);
do $$ begin
  for i in 0..31 loop
    execute format('create table audit_%s partition of audit for values with (modulus 32, remainder %s)', i, i);
    execute format('revoke insert, update, delete, truncate on audit_%s from bindery_service', i);
  end loop;
end $$;
revoke insert, update, delete, truncate on audit from bindery_service;
-- The chain's end is part of the chain.
revoke insert, update, delete, truncate on workbook_head from bindery_service;
grant insert (workbook_id) on workbook_head to bindery_service;
grant update (edit_seq, op_id, event_seq, policy_epoch, last_at) on workbook_head to bindery_service;

-- What an entry says, each part as canonical JSON; the functions add when it was said and where it stands.
create type audit_parts as (action text, actor text, detail text, ip text, outcome text, target text);

-- Reads and refusals wait here, so that they never queue for the head lock; chained in batches.
create table audit_pending (
  workbook_id uuid not null,
  chain_after timestamptz not null,
  pending_id  bigint generated always as identity,
  -- Equal reads of one minute are counted in one row.
  fold_key    text,
  count       bigint not null default 1,
  parts       audit_parts not null,
  at          timestamptz not null default clock_timestamp(),
  primary key (workbook_id, chain_after, pending_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create unique index audit_pending_fold on audit_pending (workbook_id, fold_key) where fold_key is not null;
create index audit_pending_due on audit_pending (chain_after);
revoke insert, update, delete, truncate on audit_pending from bindery_service;

-- Logs that grew since they were last signed: few among many, so that no job looks through all workbooks.
create table audit_dirty (
  workbook_id   uuid primary key,
  -- Set while a node is signing.
  claimed_until timestamptz
);

-- Up to where each log was signed. The signed checkpoints themselves lie in the object store.
create table audit_checkpoint (
  workbook_id uuid primary key,
  seq         bigint not null,
  -- The key it was signed with: after a change of keys those of the old one are signed again.
  key_id      text not null,
  at          timestamptz not null default now()
);
create index audit_checkpoint_key on audit_checkpoint (key_id);

-- Up to where a log was found whole, so that a long one is not read again from its beginning at every look.
create table audit_verification (
  workbook_id uuid primary key,
  seq         bigint not null,
  hash        bytea not null,
  -- When it was last read from its beginning.
  full_at     timestamptz not null,
  -- Made with a key that is not in this database.
  seal        bytea not null
);
revoke insert, update, delete, truncate on audit_checkpoint from bindery_service;

-- ── Events and jobs

-- Events for others, jobs for later, and the credits they cost.

-- Events, written in the transaction of the change they report. By day, so that old days are dropped whole.
create table outbox (
  workbook_id uuid not null,
  event_id    uuid not null,
  day         date not null default (now() at time zone 'UTC')::date,
  sequence    bigint not null,
  kind        text not null,
  -- As it is sent. Not jsonb: what receivers see keeps the order it was written in.
  payload     json not null check (octet_length(payload::text) <= 20480),
  at          timestamptz not null,
  primary key (workbook_id, event_id, day)
) partition by range (day);
-- Events of one workbook in the order they happened, for readers that catch up. Within a workbook `at` never falls.
create index outbox_in_order on outbox (workbook_id, at, sequence);
create index on outbox (event_id);
-- Catches a day whose partition was not made in time; normally empty.
create table outbox_other partition of outbox default;
revoke insert, update, delete, truncate on outbox, outbox_other from bindery_service;

-- A long operation that a caller waits for. The queue runs it; this row is what callers see, and it outlives the queue's.
create table job (
  workbook_id  uuid not null,
  job_id       uuid not null,
  kind         text not null check (kind in ('source.ingest', 'review', 'materialize', 'recompute', 'export',
                 'transform', 'profile', 'restore', 'merge', 'purge', 'bundle')),
  status       text not null check (status in ('pending', 'running', 'succeeded', 'failed')),
  account_id   uuid not null,
  workspace_id uuid not null,
  user_id      uuid not null,
  -- Who asked, as the handler's caller.
  caller       json not null,
  request      json not null,
  progress     json,
  result       json,
  -- Of the last attempt; shown to callers once the job has failed.
  error        text check (length(error) <= 500),
  attempts     integer not null default 0,
  -- Fences a worker that was thought dead: only the holder of the newest token may end the job.
  run_token    uuid,
  created_at   timestamptz not null default now(),
  started_at   timestamptz,
  finished_at  timestamptz,
  -- The policies under which a job ended: what it answered is shown for as long as they hold.
  policy_epoch bigint,
  -- What an operator is shown of jobs and tasks: counts, ages, leases and the codes of errors. Texts of errors may quote a cell.
  error_code text check (length(error_code) <= 100),
  primary key (workbook_id, job_id),
  check ((status in ('succeeded', 'failed')) = (finished_at is not null)),
  check (status <> 'failed' or error is not null)
);
create index job_open on job (created_at) where finished_at is null;
create unique index job_by_id on job (job_id);
create index job_by_user on job (user_id, job_id);
create index job_finished on job (finished_at) where finished_at is not null;

-- Queue workers that are alive.
create table worker_heartbeat (
  worker_id   text primary key,
  -- Since when it has been heard without a break.
  alive_since timestamptz not null default clock_timestamp(),
  seen_at     timestamptz not null default clock_timestamp()
);
revoke insert, update, delete, truncate on worker_heartbeat from bindery_service;

-- Credits, double entry: each entry's postings sum to zero, so nothing is made or lost unseen.
create table ledger_entry (
  account_id  uuid not null,
  entry_id    uuid not null,
  reason      text not null check (reason in ('grant', 'month', 'charge', 'hold', 'release', 'refund', 'forfeit')),
  note        text check (length(note) <= 500),
  workbook_id uuid,
  at          timestamptz not null default now(),
  -- What the entry was made for (a payment, a month, a structuring): there is one entry for each.
  cause       text check (length(cause) between 1 and 200),
  -- The op in the entry's workbook that was paid for.
  op_id       bigint,
  primary key (account_id, entry_id)
);
create unique index ledger_entry_cause on ledger_entry (account_id, cause) where cause is not null;
create index on ledger_entry (account_id, at);

create table ledger_posting (
  account_id uuid not null,
  entry_id   uuid not null,
  book       text not null check (book in ('issued', 'prepaid', 'monthly', 'held', 'owed', 'spent', 'lapsed')),
  amount     bigint not null check (amount <> 0),
  primary key (account_id, entry_id, book),
  foreign key (account_id, entry_id) references ledger_entry on delete cascade
);

-- What each book holds now: the sum of its postings, kept by post_ledger_entry under this row's lock.
create table ledger_balance (
  account_id uuid primary key,
  prepaid    bigint not null default 0 check (prepaid >= 0),
  monthly    bigint not null default 0 check (monthly >= 0),
  spent      bigint not null default 0,
  issued     bigint not null default 0,
  -- Set aside for work under way.
  held       bigint not null default 0 check (held >= 0),
  -- Below zero: what was spent beyond the buckets.
  owed       bigint not null default 0 check (owed <= 0),
  -- What can no longer be spent.
  lapsed     bigint not null default 0 check (lapsed >= 0),
  -- How much may be owed before nothing can be spent any more.
  ceiling    bigint not null default 0 check (ceiling >= 0),
  -- What had been spent when the month began, and when that was.
  spent_before bigint not null default 0,
  turned_at  timestamptz,
  check (prepaid + monthly + held + owed + spent + lapsed + issued = 0)
);
revoke insert, update, delete, truncate on ledger_entry, ledger_posting, ledger_balance from bindery_service;

-- ── Tables

-- Tables: what each of them holds at every version. Written by functions alone (server/sql/functions/commit); the role of the service reads.

-- Where a table stands now. Hot: its primary key is its only index, and pages keep room for new versions of a row.
create table table_head (
  workbook_id      uuid not null,
  table_id         uuid not null,
  edit_version     bigint not null,
  -- The version whose content this is: equal to edit_version, but a restore brings an older one back.
  content_version  bigint not null,
  schema_no        integer not null,
  row_count        bigint not null,
  next_row_id      bigint not null,
  next_column_id   integer not null,
  -- Edits since the newest manifest, which a checkpoint would fold.
  manifest_version bigint not null,
  delta_rows       integer not null default 0,
  delta_bytes      bigint not null default 0,
  delta_since      timestamptz,
  -- The workbook's edit_seq at the last change: what an engine lacks is what changed after its own.
  changed_seq      bigint not null,
  stale_since      timestamptz,
  stale_reason     text check (stale_reason in ('upstream_edit', 'transform_failed')),
  run_token        uuid,
  -- Values of such a table decide who sees what: every change of it raises the epoch. Marked here, so that edits of other tables pay nothing.
  is_mapping boolean not null default false,
  primary key (workbook_id, table_id)
) with (fillfactor = 50);

-- The columns of a table, as they were at some version. A column id has one type for ever.
create table table_schema (
  workbook_id uuid not null,
  table_id    uuid not null,
  schema_no   integer not null,
  -- [{id, origin, name, type, initial, description}] in order; origin is the first id of a chain of retypes, and
  -- `initial` what rows older than the column hold.
  columns     jsonb not null,
  primary key (workbook_id, table_id, schema_no)
);

-- One row per edit version.
create table table_version (
  workbook_id     uuid not null,
  table_id        uuid not null,
  version         bigint not null,
  -- d: deltas, s: schema only, a: append, b: a new base (create, retype, restore, run, replace).
  kind            "char" not null check (kind in ('d', 's', 'a', 'b')),
  schema_no       integer not null,
  row_count       bigint not null,
  edit_seq        bigint not null,
  op_id           bigint not null,
  at              timestamptz not null,
  content_version bigint not null,
  -- Of derived tables: each input's content version and schema, and the code's hash.
  built_from      jsonb,
  primary key (workbook_id, table_id, version)
) partition by hash (workbook_id);
-- Rows come in the order of their times.
create index table_version_age on table_version using brin (at);

-- Content at a version = the segments of the newest manifest at or before it, with later deltas laid over them.
create table manifest (
  workbook_id uuid not null,
  table_id    uuid not null,
  version     bigint not null,
  -- a: append, b: base, c: a checkpoint, which is only another way to write the same content.
  kind        "char" not null check (kind in ('a', 'b', 'c')),
  -- Versions at or before this one whose deltas still lie over these segments.
  overlays    int8multirange not null default '{}',
  -- [[segment_id, row_lo, row_hi, rows, bytes]…], ascending and disjoint.
  segments    jsonb not null,
  -- a: those of them that this append brought.
  added       jsonb check (kind <> 'a' or added is not null),
  at          timestamptz not null default now(),
  primary key (workbook_id, table_id, version)
);

-- An immutable Parquet object, known here before it is uploaded: nothing is ever found by listing the store.
create table segment (
  workbook_id        uuid not null,
  segment_id         uuid not null,
  table_id           uuid not null,
  -- P: being written, L: live, D: being deleted.
  state              "char" not null check (state in ('P', 'L', 'D')),
  sha256             bytea,
  bytes              bigint,
  rows               bigint,
  -- A writer that died leaves a pending segment; past its lease the sweep takes it.
  lease_until        timestamptz,
  unreferenced_since timestamptz,
  -- Engines of others are handed the list of a version's files. What such a list needs beside segments is kept like a segment
  -- that is being written: never live, taken by the sweep when its lease is over, and doomed at once by an erasure.
  -- list: the list itself, whose object is made when it is first asked for; manifest: what it lists;
  -- rows: rows that no segment holds as they are; deletes: places in segments that no longer count.
  list_part text,
  -- Of which version, for a list.
  list_version bigint,
  primary key (workbook_id, segment_id),
  check (state <> 'L' or (sha256 is not null and bytes is not null and rows is not null))
);
alter table segment
  add constraint segment_list_part check (
    list_part in ('list', 'manifest', 'rows', 'deletes') and state <> 'L' or list_part is null and list_version is null
  ) not valid,
  add constraint segment_list_version check ((list_part is not distinct from 'list') = (list_version is not null)) not valid;
-- Segments that nothing names, so that the sweep finds those past their grace by an index.
create index segment_unreferenced on segment (unreferenced_since) where unreferenced_since is not null;
create index segment_pending on segment (lease_until) where state = 'P';
create index segment_of_table on segment (workbook_id, table_id);

-- One row per edited row and version; never changed.
create table delta (
  workbook_id uuid not null,
  table_id    uuid not null,
  row_id      bigint not null,
  version     bigint not null,
  -- I: insert, U: update, D: delete.
  op          "char" not null check (op in ('I', 'U', 'D')),
  -- {"<column id>": canonical text or null}. I: every column that is not its initial value; U: the changed ones.
  cells       jsonb,
  -- The touched cells as they were: U the same columns, D the whole row.
  before      jsonb,
  primary key (workbook_id, table_id, row_id, version)
) partition by hash (workbook_id);
create index delta_by_version on delta (workbook_id, table_id, version);

-- What was done to a workbook.
create table op (
  workbook_id  uuid not null,
  op_id        bigint not null,
  table_id     uuid,
  kind         text not null,
  edit_version bigint,
  actor        jsonb not null,
  detail       jsonb not null,
  at           timestamptz not null,
  undone_by    bigint,
  primary key (workbook_id, op_id)
) partition by hash (workbook_id);
create index op_by_table on op (workbook_id, table_id, op_id);

-- Keeps a version from being forgotten: a snapshot, a branch, a long read.
create table pin (
  workbook_id uuid not null,
  table_id    uuid not null,
  version     bigint not null,
  reason      text not null check (reason in ('snapshot', 'branch', 'read')),
  ref         uuid not null,
  expires_at  timestamptz,
  primary key (workbook_id, table_id, version, reason, ref)
);
create index pin_expiry on pin (expires_at) where expires_at is not null;

-- Which table is made from which. Filled by transforms.
create table lineage (
  workbook_id  uuid not null,
  from_id      uuid not null,
  to_id        uuid not null,
  transform_id uuid,
  -- What is made of sheets is a base table: an edit of the raw rows makes nothing of it stale.
  kind text not null default 'transform' check (kind in ('structuring', 'transform', 'materialize', 'merge')),
  op_id bigint,
  primary key (workbook_id, from_id, to_id)
);
create index lineage_upward on lineage (workbook_id, to_id);
do $$ begin
  for i in 0..31 loop
    execute format('create table table_version_%s partition of table_version for values with (modulus 32, remainder %s)', i, i);
    execute format('create table delta_%s partition of delta for values with (modulus 32, remainder %s)', i, i);
    execute format('create table op_%s partition of op for values with (modulus 32, remainder %s)', i, i);
    execute format('revoke insert, update, delete, truncate on table_version_%s, delta_%s, op_%s from bindery_service', i, i, i);
  end loop;
end $$;
revoke insert, update, delete, truncate on
  table_head, table_schema, table_version, manifest, delta, op, pin from bindery_service;

-- ── Artifacts

-- What people say about a column. No data: it makes no version. It hangs on the origin, so a retype keeps it.
create table column_description (
  workbook_id uuid not null,
  table_id    uuid not null,
  origin      integer not null,
  description text not null check (length(description) between 1 and 10000),
  primary key (workbook_id, table_id, origin),
  foreign key (workbook_id, table_id) references artifact on delete cascade
);

-- ── Snapshots

-- A snapshot says at which version each table of a workbook stood: O(tables), no data is copied. Pins keep those versions.

-- What was committed. The editing snapshot has no row: it is whatever came after the newest one.
create table snapshot (
  workbook_id  uuid not null references workbook on delete cascade,
  snapshot_id  uuid not null,
  parent_id    uuid,
  -- The id of the editing snapshot that began when this one was committed. The first of a workbook has the workbook's own.
  next_id      uuid not null,
  op_id        bigint not null,
  summary      text not null check (length(summary) <= 2000),
  event_type   text not null check (length(event_type) <= 100),
  actor        jsonb not null,
  created_at   timestamptz not null,
  committed_at timestamptz not null,
  primary key (workbook_id, snapshot_id),
  foreign key (workbook_id, parent_id) references snapshot (workbook_id, snapshot_id)
);
create unique index snapshot_in_order on snapshot (workbook_id, op_id);

-- Where a table stood, and what it was called then.
create table snapshot_table (
  workbook_id uuid not null,
  snapshot_id uuid not null,
  table_id    uuid not null,
  version     bigint not null,
  name        text not null,
  state       text not null check (state in ('active', 'archived')),
  row_count   bigint not null,
  stale_since timestamptz,
  primary key (workbook_id, snapshot_id, table_id),
  foreign key (workbook_id, snapshot_id) references snapshot on delete cascade
);

-- A version is a name on a snapshot.
create table version (
  workbook_id uuid not null references workbook on delete cascade,
  label       text not null check (length(label) between 1 and 120),
  snapshot_id uuid not null,
  op_id       bigint not null,
  summary     text check (length(summary) <= 500),
  actor       jsonb not null,
  created_at  timestamptz not null,
  primary key (workbook_id, label),
  foreign key (workbook_id, snapshot_id) references snapshot
);
create index version_of_snapshot on version (workbook_id, snapshot_id);
create unique index version_in_order on version (workbook_id, op_id);
revoke insert, update, delete, truncate on snapshot, snapshot_table, version from bindery_service;

-- ── Annotations

-- How a table is shown: styles, notes and labels on it, its columns, rows, cells and ranges. Presentation and no data: it
-- makes no version. Anchored to row ids and to the origins of columns, so that a rename or a retype keeps it; what is
-- anchored to something deleted is not shown, and comes back with it.
create table annotation (
  workbook_id   uuid not null,
  table_id      uuid not null,
  annotation_id uuid not null,
  kind          text not null check (kind in ('table', 'column', 'row', 'cell', 'range')),
  -- One text per target: what is annotated again is merged.
  anchor        text not null,
  -- Empty where the target is not about rows, or not about columns.
  rows          int8multirange not null default '{}',
  origins       integer[] not null default '{}',
  -- Of a range: how it was written, and how many rows it had.
  range         text check (length(range) <= 30),
  row_count     integer not null default 0,
  -- The members that were set; none is null.
  style         jsonb,
  note          text check (length(note) <= 2000),
  label         text check (length(label) <= 100),
  actor         jsonb not null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (workbook_id, table_id, annotation_id),
  unique (workbook_id, table_id, anchor),
  foreign key (workbook_id, table_id) references artifact on delete cascade,
  check (kind <> 'range' or range is not null)
);

-- ── Sync bindings

-- Which sheet of a drive a table belongs to. It is kept and shown; nothing is synchronised yet.
create table sync_binding (
  workbook_id   uuid not null,
  table_id      uuid not null,
  binding_id    uuid not null,
  external_kind text not null check (external_kind in ('google_sheets', 'microsoft')),
  external_ref  text not null check (length(external_ref) between 1 and 1000),
  direction     text not null check (direction in ('pull', 'push', 'bidirectional')),
  -- Who owns which column, as the caller says it.
  ownership_map jsonb,
  actor         jsonb not null,
  created_at    timestamptz not null default now(),
  primary key (workbook_id, table_id),
  foreign key (workbook_id, table_id) references artifact on delete cascade
);
-- One sheet, one table. By its hash: an index entry holds less than a thousand characters may take.
create unique index sync_binding_ref on sync_binding (workbook_id, md5(external_ref));

-- ── Purge

-- What was thrown away is gone for good once its days in the trash are over.
--
-- A purge is a word first, in a commit of its own: from then on nothing comes back from the trash. What follows takes a
-- part at a time under the head lock and may stop anywhere; the next one goes on. Objects are deleted by their rows
-- in `segment`, after the same grace as everywhere.

-- All that is left of a purged workbook: that it was there, and where its audit log ended. The signed checkpoints of that
-- log, which lie in the object store, can still be compared with it.
create table workbook_tombstone (
  workbook_id uuid primary key,
  account_id  uuid not null,
  audit_seq   bigint not null,
  audit_hash  bytea not null,
  deleted_at  timestamptz not null,
  purged_at   timestamptz not null default now(),
  -- Null while there is still something of it to take away.
  gone_at     timestamptz
);
create index workbook_tombstone_open on workbook_tombstone (workbook_id) where gone_at is null;
revoke insert, update, delete, truncate on workbook_tombstone from bindery_service;

-- ── Results

-- What queries answered, kept for some days so that it can be read again page by page.

-- Tables that are kept by day have a part for each, named after it: old days are dropped whole. Functions in
-- server/sql/functions/results add and drop these parts.

-- A result: all rows that a query answered, as its caller might see them then. Its id holds the time of its birth, so
-- the id is enough to know the day.
create table result (
  workbook_id  uuid not null,
  result_id    uuid not null,
  day          date not null,
  user_id      uuid not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  -- What was hidden from its caller then. A caller who may see something else now does not get it.
  policy_epoch bigint not null,
  hidden_hash  bytea not null,
  -- The tables its rows come from.
  tables       uuid[] not null,
  -- Its description. Not jsonb: names of columns may hold what that refuses.
  manifest     json not null,
  row_count    bigint not null check (row_count >= 0),
  -- Its rows: here when they are few, else in the object store.
  inline       bytea,
  object_id    uuid,
  bytes        bigint,
  sha256       bytea,
  primary key (workbook_id, result_id, day),
  check (inline is null or object_id is null),
  check (inline is not null or (object_id is not null and bytes is not null and sha256 is not null))
) partition by range (day);
create index on result (result_id);
-- Compressed by the engine already, or too small to gain.
alter table result alter column inline set storage external;
-- Catches a day whose partition was not made in time; normally empty.
create table result_other partition of result default;

-- Objects with rows of results, known here before they are uploaded. One whose time is over is deleted.
create table result_object (
  workbook_id uuid not null,
  object_id   uuid not null,
  -- An hour while it is being uploaded, then as long as its result.
  expires_at  timestamptz not null default now() + interval '1 hour',
  primary key (workbook_id, object_id)
);
create index on result_object (expires_at);

-- ── Sources

-- Sources: files as people sent them, how they are read, and the tables made of them.

-- Objects with the bytes of files, known here before they are uploaded. One that no source has claimed in time is deleted.
create table source_object (
  workbook_id uuid not null,
  object_id   uuid not null,
  -- Null: a source has claimed it.
  expires_at  timestamptz default now() + interval '2 hours',
  primary key (workbook_id, object_id)
);
create index source_object_expired on source_object (expires_at) where expires_at is not null;

-- An original file and what became of it. Its bytes never change: a later file of the same kind is a revision of it.
create table source (
  workbook_id        uuid not null references workbook on delete cascade,
  source_id          uuid not null,
  name               text not null check (length(name) between 1 and 255),
  mode               text not null check (mode in ('auto', 'staged')),
  status             text not null check (status in ('registered', 'analyzed', 'materialized', 'failed')),
  structuring        text not null check (structuring in ('structured', 'skipped', 'deferred', 'raw_fallback', 'off')),
  structuring_reason text,
  -- {kind, provider, ref}
  provenance         jsonb not null,
  -- The newest one.
  revision           integer not null check (revision >= 1),
  -- The parse spec, once it was analyzed. Not jsonb: it comes back as it was sent, and names may hold what that refuses.
  spec               json,
  error              text check (length(error) <= 500),
  created_by         uuid not null,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  primary key (workbook_id, source_id),
  unique (workbook_id, name),
  check (status <> 'failed' or error is not null)
);

create table source_revision (
  workbook_id  uuid not null,
  source_id    uuid not null,
  revision     integer not null check (revision >= 1),
  filename     text not null check (length(filename) between 1 and 255),
  content_type text not null check (length(content_type) <= 200),
  object_id    uuid not null,
  size_bytes   bigint not null,
  sha256       bytea not null,
  created_by   uuid not null,
  created_at   timestamptz not null default now(),
  -- The bytes of the file are gone: something in it was erased.
  erased_at timestamptz,
  primary key (workbook_id, source_id, revision),
  foreign key (workbook_id, source_id) references source on delete cascade,
  foreign key (workbook_id, object_id) references source_object
);
-- The same bytes again are the same source.
create index source_revision_by_content on source_revision (workbook_id, sha256);

-- Which tables were made of a source, and of which part of it.
create table source_table (
  workbook_id uuid not null,
  source_id   uuid not null,
  table_id    uuid not null,
  -- What the part is called: the sheet, or an output of the parse spec.
  part        text not null,
  -- Of the parse spec; null where sheets landed as they are.
  region_id   text,
  -- A table of a source is one of its sheets as it is, or an output of its parse spec. Its rows may be of an earlier revision.
  kind text not null default 'sheet' check (kind in ('sheet', 'output')),
  primary key (workbook_id, source_id, table_id),
  foreign key (workbook_id, source_id) references source on delete cascade
);

-- A place for the bytes of one file, which the holder of its signed address may bring.
create table upload (
  workbook_id   uuid not null references workbook on delete cascade,
  upload_id     uuid not null,
  status        text not null check (status in ('pending', 'uploaded', 'ingested')),
  filename      text not null check (length(filename) between 1 and 255),
  content_type  text not null default 'application/octet-stream' check (length(content_type) <= 200),
  -- What was announced, where it was.
  wanted_bytes  bigint,
  wanted_sha256 bytea,
  max_bytes     bigint not null,
  mode          text not null check (mode in ('auto', 'staged')),
  structuring   text not null check (structuring in ('auto', 'skip', 'defer')),
  is_async      boolean not null,
  auto_ingest   boolean not null,
  object_id     uuid,
  size_bytes    bigint,
  sha256        bytea,
  source_id     uuid,
  error         text check (length(error) <= 500),
  created_by    uuid not null,
  -- Who asked, for an ingest that begins when the bytes are there.
  caller        json not null,
  expires_at    timestamptz not null,
  created_at    timestamptz not null default now(),
  -- Where the object store itself takes the bytes of a slot: an object that the holder of its address may write again until it is
  -- collected, so that nothing but the collecting reads it.
  arrival_id uuid,
  primary key (workbook_id, upload_id),
  check (status = 'pending' or (size_bytes is not null and sha256 is not null)),
  check (status <> 'uploaded' or object_id is not null)
);
create unique index upload_by_id on upload (upload_id);
create index upload_age on upload (created_at);

-- ── Structuring

-- Structuring: the sheets of a source become the tables that people see in them, and every value knows its cell.

-- From which cells of a file the rows of a table were read: rows that came together, by their ids.
create table table_origin (
  workbook_id  uuid not null,
  table_id     uuid not null,
  first_row_id bigint not null,
  row_count    bigint not null check (row_count > 0),
  source_id    uuid not null,
  revision     integer not null,
  sheet        text not null,
  -- Deflated JSON: for each column the rows and columns of its cells, as runs of equal steps.
  cells        bytea not null,
  primary key (workbook_id, table_id, first_row_id),
  foreign key (workbook_id, source_id) references source on delete cascade
);
create index table_origin_by_source on table_origin (workbook_id, source_id);

-- What was found out about a content, so that the same content costs its account nothing again. It goes with its workbook.
create table structuring (
  workbook_id uuid not null references workbook on delete cascade,
  -- Of the bytes.
  content     bytea not null check (length(content) = 32),
  account_id  uuid not null references account on delete cascade,
  -- What the proposal depends on besides: names, language, rules.
  options     bytea not null check (length(options) = 32),
  -- Null while a node is at it, which has until the end of its lease.
  spec        json,
  lease_until timestamptz not null,
  built_at    timestamptz,
  primary key (workbook_id, content),
  -- The second caller finds it, and is charged nothing.
  unique (account_id, content),
  check ((spec is null) = (built_at is null))
);
create index structuring_age on structuring (built_at);

-- ── Transforms

-- Transforms make tables from tables. What follows from that: which table is stale, what people wrote over a transform's
-- output, and what they should look at.

-- A transform, which lives and dies with its output.
create table transform (
  workbook_id  uuid not null,
  -- Its output.
  table_id     uuid not null,
  transform_id uuid not null,
  language     text not null check (language in ('sql', 'python')),
  code         text not null check (length(code) between 1 and 100000),
  code_sha256  bytea not null,
  materialized text not null check (materialized in ('table', 'view')),
  -- [[arg, table_id]…]
  args         jsonb not null,
  -- Columns by which rows keep their ids from one run to the next; none: by all their values.
  key_columns  text[] not null default '{}',
  -- {"<table_id>": [origin…]}: the columns its author saw plainly. Every run sees exactly these, on whose behalf it runs.
  visible      jsonb not null,
  -- [{to, from: [[table_id, origin]…], exact}…]: which columns of its inputs each of its own depends on.
  columns      jsonb not null,
  created_by   uuid not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workbook_id, table_id),
  unique (workbook_id, transform_id),
  -- It is there before its output is: the commit that makes the one looks at the other.
  foreign key (workbook_id, table_id) references artifact on delete cascade deferrable initially deferred
);

-- A cell of a derived table that a user has written over. Written by commits alone. One that was written over again, or
-- dropped, is kept for a restore of a state of then.
create table cell_override (
  workbook_id uuid not null,
  table_id    uuid not null,
  row_id      bigint not null,
  column_id   integer not null,
  op_id       bigint not null,
  override_id uuid not null,
  value       text,
  -- What the transform had made there when it was written, or when a user last accepted it.
  base_value  text,
  -- What it makes there now.
  made_value  text,
  -- The transform has since made something else there.
  stale       boolean not null default false,
  dropped_op  bigint,
  primary key (workbook_id, table_id, row_id, column_id, op_id)
);
create unique index cell_override_live on cell_override (workbook_id, table_id, row_id, column_id) where dropped_op is null;
create index cell_override_by_id on cell_override (workbook_id, override_id);
revoke insert, update, delete, truncate on cell_override from bindery_service;

-- Something two sides said differently, for a person to look at.
create table conflict (
  workbook_id uuid not null references workbook on delete cascade,
  conflict_id uuid not null,
  table_id    uuid not null,
  kind        text not null check (kind in ('overwrite', 'stale_override', 'row_deleted')),
  resolution  text check (resolution in ('acknowledge', 'revert', 'drop_override', 'superseded')),
  row_id      bigint not null,
  -- Null of a whole row.
  column_id   integer,
  -- Canonical texts: what both sides began with, what the service had, what stands there now.
  base_value  text,
  prior_value text,
  value       text,
  branch_id   uuid,
  op_id       bigint not null,
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  -- Null while it is open.
  resolved_at timestamptz,
  resolved_by jsonb,
  note        text check (length(note) <= 500),
  primary key (workbook_id, conflict_id),
  check ((resolution is null) = (resolved_at is null)),
  check (column_id is not null or kind = 'row_deleted')
);
create index conflict_open on conflict (workbook_id, table_id, row_id) where resolved_at is null;

-- ── Branches

-- Branches: tables that were sent out as a file to be edited, and the version each of them is merged against.

-- One file that was sent out.
create table branch (
  workbook_id uuid not null references workbook on delete cascade,
  branch_id   uuid not null,
  format      text not null check (format in ('xlsx', 'csv')),
  filename    text not null check (length(filename) between 1 and 255),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  -- From then on the versions it came from are not kept for it.
  expires_at  timestamptz not null,
  primary key (workbook_id, branch_id)
);

-- A table in that file. Nothing is copied: the version is pinned.
create table branch_table (
  workbook_id   uuid not null,
  branch_id     uuid not null,
  table_id      uuid not null,
  base_version  bigint not null,
  row_count     bigint not null,
  -- Ids of the columns whose values stood in the file. Of the others nothing that comes back is believed.
  columns       integer[] not null,
  -- What came back and was merged.
  merged_at     timestamptz,
  merged_sha256 bytea,
  merged_op     bigint,
  -- What was reported of the merge, without a cell's value.
  report        json,
  -- A file may hold a part of a table: the rows that have one value in a column. What comes back is bound to them. `part_value` is
  -- null for the rows whose cell is empty, and after an erasure, which ends the branch.
  part_origin integer,
  part_value text,
  primary key (workbook_id, branch_id, table_id),
  foreign key (workbook_id, branch_id) references branch on delete cascade,
  check ((merged_at is null) = (merged_sha256 is null))
);

-- A sheet presents tables and owns no data: what stands on it, in order, by the names of the tables.
create table sheet (
  workbook_id uuid not null references workbook on delete cascade,
  name        text not null check (length(name) between 1 and 200),
  title       text check (length(title) <= 200),
  description text check (length(description) <= 2000),
  -- Not jsonb: it comes back as it was sent.
  spec        json not null,
  version     bigint not null check (version >= 1),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, name)
);

-- A chart: an artifact that some agent made of a table. `config` is Vega-Lite, `recipe` the tool and the parameters.
create table chart (
  workbook_id uuid not null,
  artifact_id uuid not null,
  table_id    uuid not null,
  chart_type  text check (length(chart_type) <= 100),
  title       text check (length(title) <= 500),
  config      json not null,
  recipe      json,
  primary key (workbook_id, artifact_id),
  foreign key (workbook_id, artifact_id) references artifact on delete cascade
);

-- ── Governance

-- Who sees which columns: tags on columns, rules for tags, and from which columns others were made.

-- Hangs on the origin of a column, for every version of its table and for ever: a retype keeps it, and what comes back by
-- a restore, an undo or a look into the past comes back with it.
create table column_tag (
  workbook_id uuid not null references workbook on delete cascade,
  table_id    uuid not null,
  origin      integer not null,
  tag         text not null check (tag ~ '^[a-z][a-z0-9_-]{0,59}$'),
  -- False: a user has taken it off a column that inherits it.
  is_attached boolean not null,
  note        text check (length(note) <= 500),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  primary key (workbook_id, table_id, origin, tag)
);

create table policy (
  workbook_id uuid not null references workbook on delete cascade,
  tag         text not null check (tag ~ '^[a-z][a-z0-9_-]{0,59}$'),
  -- `*`: everybody for whom no rule of one of their own roles exists.
  role        text not null check (role = '*' or role ~ '^[a-z][a-z0-9_-]{0,59}$'),
  effect      text not null check (effect in ('allow', 'mask', 'deny')),
  note        text check (length(note) <= 500),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  -- How a rule that masks shows values in the place of NULLs; `null`: not at all.
  mask_style text not null default 'null' check (mask_style in ('null', 'hash', 'last4', 'year')),
  primary key (workbook_id, tag, role),
  check (role <> '*' or effect <> 'allow'),
  check (mask_style = 'null' or effect = 'mask')
);

-- A column and one that its values were ever made from. Never forgotten: older versions still hold them.
create table column_lineage (
  workbook_id   uuid not null references workbook on delete cascade,
  table_id      uuid not null,
  origin        integer not null,
  from_table_id uuid not null,
  from_origin   integer not null,
  primary key (workbook_id, table_id, origin, from_table_id, from_origin)
);

-- ── Erasure

-- Erasure: cells that must not exist any more are taken out of everything that holds them, in every version. The one
-- exception to deltas and segments that never change. What is said about it stays: ops, events, the audit log.

-- What was erased, for nodes: each throws away what it holds of these tables. Forgotten after some days.
create table erasure (
  workbook_id uuid not null references workbook on delete cascade,
  erasure_id  uuid not null,
  tables      uuid[] not null,
  -- What is gone from the object store, and of which a node may have copies.
  objects     text[] not null,
  at          timestamptz not null default clock_timestamp(),
  primary key (workbook_id, erasure_id)
);
create index erasure_by_time on erasure (at);
revoke insert, update, delete, truncate on erasure from bindery_service;

-- ── Webhooks

-- Webhooks: addresses that receive events, and what was sent to each of them.

create table webhook (
  webhook_id      uuid primary key,
  user_id         uuid not null references app_user on delete cascade,
  -- Where the credential reached that made it: it receives nothing from beyond.
  account_id      uuid not null references account on delete cascade,
  reach_kind      text not null check (reach_kind in ('everything', 'account', 'workspace', 'workbook')),
  reach_id        uuid,
  url             text not null check (length(url) between 1 and 2000),
  events          text[] not null check (cardinality(events) > 0),
  status          text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Sealed under the service's secret; of two, both sign until the older one's time is over.
  secret          bytea not null,
  old_secret      bytea,
  old_secret_until timestamptz,
  created_at      timestamptz not null default now(),
  last_success_at timestamptz,
  -- Of the first of nothing but failures.
  failing_since   timestamptz,
  -- Who serves it just now: one courier at a time, so that order holds and a slow receiver has few requests at once.
  courier_id      uuid,
  served_until    timestamptz,
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((reach_kind in ('workspace', 'workbook')) = (reach_id is not null)),
  check ((old_secret is null) = (old_secret_until is null))
) with (fillfactor = 50);
create index webhook_of_user on webhook (user_id, webhook_id);
create index webhook_active on webhook (webhook_id) where status = 'active';

-- One event on its way to one webhook.
create table delivery (
  webhook_id      uuid not null references webhook on delete cascade,
  delivery_id     uuid not null,
  event_id        uuid not null,
  kind            text not null,
  -- Null for a test, which belongs to no workbook.
  workbook_id     uuid,
  event_day       date,
  sequence        bigint,
  -- Of those with the same, the last of each second is sent.
  coalesced_by    text,
  status          text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'exhausted')),
  attempts        integer not null default 0,
  -- When it is to be sent next; null once it no longer is.
  due_at          timestamptz,
  last_status     integer,
  last_error      text check (length(last_error) <= 200),
  last_attempt_at timestamptz,
  duration_ms     integer,
  created_at      timestamptz not null default now(),
  primary key (webhook_id, delivery_id),
  check (status in ('pending', 'failed') or due_at is null),
  check ((workbook_id is null) = (sequence is null) and (workbook_id is null) = (event_day is null))
);
create index delivery_due on delivery (webhook_id, due_at, sequence) where due_at is not null;
-- What is left of a purged workbook is found by it.
create index delivery_of_workbook on delivery (workbook_id);

-- ── Recompute

-- Who recomputes a workbook now, until the end of its lease: others wait, and then find what is left to do. What a holder
-- commits after its lease is judged by the commit itself, which knows what the run was made from.
create table recompute_lease (
  workbook_id uuid primary key references workbook on delete cascade,
  holder      uuid not null,
  lease_until timestamptz not null
);

-- ── Retention

-- What is kept for a time only is forgotten although no one touches it any more; and for how long is a setting.

-- Up to when the ages of something were looked at.
create table retention_mark (
  what text primary key,
  upto timestamptz not null
);
revoke insert, update, delete, truncate on retention_mark from bindery_service;

-- ── File links

-- A file that is tracked: the editions of one file on a user's machine or drive, each a revision of the source it feeds.
create table file_link (
  workbook_id     uuid not null references workbook on delete cascade,
  link_id         uuid not null,
  name            text not null check (length(name) between 1 and 255),
  kind            text not null check (kind in ('cloud', 'local')),
  provider        text check (provider in ('google_drive', 'microsoft')),
  -- What the drive calls the file.
  external_id     text check (length(external_id) between 1 and 1000),
  -- Where a local file lies, in the words of the client that tracks it.
  origin          text not null default '' check (length(origin) <= 1000),
  source_id       uuid not null,
  current_version integer not null check (current_version >= 1),
  created_by      uuid not null,
  created_at      timestamptz not null default now(),
  primary key (workbook_id, link_id),
  -- A source is fed by one file.
  unique (workbook_id, source_id),
  foreign key (workbook_id, source_id) references source on delete cascade,
  check ((kind = 'cloud') = (provider is not null and external_id is not null))
);
create unique index file_link_by_file on file_link (workbook_id, provider, external_id) where kind = 'cloud';

-- An edition. Its bytes are those of the revision; two may share one, for going back brings bytes that were there before.
create table file_link_version (
  workbook_id      uuid not null,
  link_id          uuid not null,
  n                integer not null check (n >= 1),
  kind             text not null check (kind in ('link', 'sync', 'revert')),
  source_id        uuid not null,
  revision         integer not null,
  -- Who changed the file and when, as far as its sender or its drive says.
  modified_by      text check (length(modified_by) <= 200),
  modified_at      timestamptz,
  -- How the drive tells this state of the file from others.
  external_version text check (length(external_version) <= 500),
  synced_at        timestamptz not null default now(),
  -- The workbook as this edition left it.
  snapshot_id      uuid,
  created_by       uuid not null,
  primary key (workbook_id, link_id, n),
  foreign key (workbook_id, link_id) references file_link on delete cascade,
  foreign key (workbook_id, source_id, revision) references source_revision on delete cascade,
  foreign key (workbook_id, snapshot_id) references snapshot on delete set null (snapshot_id)
);
create index file_link_version_by_revision on file_link_version (workbook_id, source_id, revision);
create index file_link_version_by_snapshot on file_link_version (workbook_id, snapshot_id);

-- ── Drives

-- What a user has allowed the service: to read their files at a provider of drives. The tokens are sealed with a key of the
-- service; the database alone is not enough to use them.
create table drive_grant (
  user_id    uuid not null references app_user on delete cascade,
  account    text not null check (account in ('google', 'microsoft')),
  tokens     bytea not null,
  created_at timestamptz not null default now(),
  -- A writer that has seen an older state does not write over a newer one.
  revision   integer not null default 1,
  primary key (user_id, account)
);

-- ── Search

-- What can be found by search. Kept by triggers in the transaction of each change, so that no writer can forget it.

-- An artifact or a source, by what it can be found. All texts are folded.
create table search_entry (
  workbook_id  uuid not null references workbook on delete cascade,
  item_id      uuid not null,
  kind         text not null check (kind in ('artifact', 'source')),
  account_id   uuid not null,
  workspace_id uuid not null,
  name         text not null,
  description  text not null,
  -- With their origins: who may not see a column does not find it by its name either.
  columns      text[] not null,
  origins      integer[] not null,
  filenames    text[] not null,
  signature      bit(1024) not null,
  name_signature bit(128) not null,
  name_hash      integer not null,
  primary key (workbook_id, item_id),
  check (cardinality(columns) = cardinality(origins))
);
-- A search reads the signatures of the accounts of its caller, one after the other, and of no other account.
create index search_entry_signatures on search_entry (account_id)
  include (signature, name_signature, name_hash, workspace_id, workbook_id, item_id);
-- Only what autovacuum has been over can be read from the index alone.
alter table search_entry set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
revoke insert, update, delete, truncate on search_entry from bindery_service;

-- ── Billing

-- What accounts pay with and for: credits that are held, owed and lapsed; plans, cards and money that came in.

-- Credits set aside for work under way, by the bucket they came from. Past `until` the work that asked for them has died.
create table ledger_hold (
  account_id uuid not null,
  hold_id    uuid not null,
  monthly    bigint not null,
  prepaid    bigint not null,
  owed       bigint not null,
  made_at    timestamptz not null default now(),
  until      timestamptz not null,
  primary key (account_id, hold_id)
);
create index on ledger_hold (until);
revoke insert, update, delete, truncate on ledger_hold from bindery_service;

-- How an account pays. There is a row as soon as a payment provider is configured and the page of it is opened.
create table account_billing (
  account_id          uuid primary key references account on delete cascade,
  customer_ref        text,
  payment_method_ref  text,
  -- {brand, last4, exp}: what may be shown of the card.
  card                jsonb,
  subscription_ref    text unique,
  subscription_status text not null default 'none' check (subscription_status in ('none', 'trialing', 'active', 'past_due', 'canceled')),
  interval            text check (interval in ('month', 'year')),
  auto_topup          boolean not null default false,
  topup_amount        integer not null default 5000 check (topup_amount >= 1),
  topup_threshold     integer not null default 1000 check (topup_threshold >= 0),
  -- Months of credits are counted from here.
  anchor              timestamptz not null default now(),
  period_end          timestamptz
);
create index on account_billing (customer_ref) where customer_ref is not null;
create index on account_billing (period_end);

-- Credits that are bought with a saved card. Its id is the provider's idempotency key: asked twice, it is paid once.
create table topup (
  account_id   uuid not null,
  topup_id     uuid not null,
  credits      bigint not null check (credits >= 1),
  status       text not null default 'pending' check (status in ('pending', 'paid', 'failed')),
  is_automatic boolean not null,
  payment_ref  text,
  created_at   timestamptz not null default now(),
  ended_at     timestamptz,
  primary key (account_id, topup_id),
  check ((status = 'pending') = (ended_at is null))
);
create unique index topup_one_automatic on topup (account_id) where is_automatic and status = 'pending';

-- What the payment provider has reported, each once.
create table payment_event (
  event_ref   text primary key check (length(event_ref) <= 200),
  kind        text not null,
  received_at timestamptz not null default now()
);
create index on payment_event (received_at);

-- ── Closing and usage

-- What accounts use from day to day, and how one is closed.

-- All that is left of a closed account besides its books.
create table account_tombstone (
  account_id        uuid primary key,
  owner_id          uuid not null,
  name              text not null,
  customer_ref      text,
  keys_revoked      integer not null,
  workspaces        integer not null,
  workbooks         integer not null,
  credits_forfeited bigint not null,
  closed_at         timestamptz not null default now(),
  -- Null while there is still something of it to take away.
  gone_at           timestamptz
);
create index account_tombstone_open on account_tombstone (account_id) where gone_at is null;

-- Requests per account and UTC day, those of sessions too. Written in batches by each node.
create table account_requests (
  account_id uuid not null,
  day        date not null,
  requests   bigint not null,
  primary key (account_id, day)
);

-- Ops per account and UTC day, as far as they have been counted.
create table account_ops (
  account_id uuid not null,
  day        date not null,
  ops        bigint not null,
  primary key (account_id, day)
);

-- Up to which op those of a workbook have been counted.
create table ops_counted (
  workbook_id uuid primary key,
  op_id       bigint not null
);

-- What an account had at the last look of a UTC day.
create table account_stock (
  account_id    uuid not null,
  day           date not null,
  storage_bytes bigint not null,
  tables        bigint not null,
  primary key (account_id, day)
);

-- ── Agent logins

-- A person has let a program in as himself, which has not come for its credential yet. Good for one exchange within a minute.
create table oauth_grant (
  code_hash      bytea primary key,
  user_id        uuid not null references app_user on delete cascade,
  -- Of the program's id: another program that brings the code gets nothing for it.
  client_hash    bytea not null,
  client_name    text not null check (length(client_name) between 1 and 120),
  redirect_uri   text not null check (length(redirect_uri) <= 1000),
  code_challenge text not null check (length(code_challenge) = 43),
  scopes         text[] not null,
  expires_at     timestamptz not null
);
create index on oauth_grant (user_id);
create index on oauth_grant (expires_at);

-- ── Agent tickets

-- What lets a program of an agent renew its token without its person. A ticket is good for one renewal; one that comes back
-- was stolen, or its successor was, and ends the token.
create table oauth_ticket (
  ticket_hash   bytea primary key,
  -- The tickets of a token are a family: the token is what its person sees, and revokes.
  credential_id uuid not null references credential on delete cascade,
  -- Of the program's id: another program that brings it ends the token, too.
  client_hash   bytea not null,
  used_at       timestamptz,
  expires_at    timestamptz not null
);
create index on oauth_ticket (credential_id);
create index on oauth_ticket (expires_at);

-- ── Workspace guests

-- What policies know users as who are not members of a workspace but may be given its workbooks: the custom roles that an
-- admin set, and the base role that a member had on leaving. Without it, leaving would shed a role that hides columns.
-- `former_role` is null where the user was never a member, or an admin has set the roles since.
create table workspace_guest (
  workspace_id uuid not null references workspace on delete cascade,
  user_id      uuid not null references app_user on delete cascade,
  former_role  text check (former_role in ('admin', 'editor', 'viewer')),
  custom_roles text[] not null default '{}' check (cardinality(custom_roles) <= 20),
  since        timestamptz not null default now(),
  attributes jsonb not null default '{}',
  primary key (workspace_id, user_id)
);
alter table workspace_guest add constraint workspace_guest_attributes_check
  check (jsonb_typeof(attributes) = 'object' and length(attributes::text) <= 200000) not valid;
create index on workspace_guest (user_id);

-- ── Proven addresses

-- Who has proven to hold an address, and what becomes of what was made under it before.

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

-- ── Tag labels

-- A tag keeps its grammar, which paths and rules are written in; users read its label, in any script.
create table tag_label (
  workbook_id uuid not null references workbook on delete cascade,
  tag         text not null check (tag ~ '^[a-z][a-z0-9_-]{0,59}$'),
  label       text not null check (length(label) between 1 and 60),
  primary key (workbook_id, tag)
);

-- ── Templates

-- How forms of one kind are read: the labels of a sample and where they stand, kept by a workspace for files to come. No value of
-- the sample is in a layout.
create table template (
  template_id  uuid primary key,
  workspace_id uuid not null references workspace on delete cascade,
  name         text not null check (length(name) between 1 and 100),
  -- As the package `spreadsheet` has made it.
  layout       json not null,
  is_active    boolean not null default true,
  created_by   uuid not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  unique (workspace_id, name)
);

-- ── Saved views

-- A saved view: how a table is looked at, under a name. It owns no data.
create table saved_view (
  workbook_id uuid not null references workbook on delete cascade,
  view_id     uuid not null,
  table_id    uuid not null,
  name        text not null check (length(name) between 1 and 200),
  -- Filter, order, columns and formats. Columns are named by their origin, which stays when they are renamed.
  document    json not null,
  version     bigint not null check (version >= 1),
  created_by  uuid not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, view_id),
  unique (workbook_id, table_id, name)
);

-- ── Questions

-- A question: SQL or a summary of a table, and how its answer is drawn. It is asked again, as its reader, whenever it is read.
create table question (
  workbook_id uuid not null references workbook on delete cascade,
  question_id uuid not null,
  -- Of a summary: the table it sums up.
  table_id    uuid,
  name        text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 2000),
  -- SQL with its parameters, or a summary whose columns are named by their origin.
  document    json not null,
  -- Which columns are drawn, and how.
  chart       json,
  version     bigint not null check (version >= 1),
  created_by  uuid not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (workbook_id, question_id),
  unique (workbook_id, name)
);

-- ── Dashboards

-- A dashboard: answers of questions, views and texts on a page. It owns no data.
create table dashboard (
  workbook_id  uuid not null references workbook on delete cascade,
  dashboard_id uuid not null,
  name         text not null check (length(name) between 1 and 200),
  description  text check (length(description) <= 2000),
  -- Tiles and where they lie on a grid of 12 columns. Questions and views are named by their ids.
  document     json not null,
  version      bigint not null check (version >= 1),
  created_by   uuid not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workbook_id, dashboard_id),
  unique (workbook_id, name)
);

-- ── Comments

-- What users say to each other about a table, a row or a cell. A comment that answers another belongs to its thread; a
-- thread has the id of its first comment, which also says what it is about and whether it is resolved. Cells are anchored to
-- row ids and to the origins of columns, so that a rename keeps them and the policies of the column hold.
create table comment (
  workbook_id uuid not null,
  table_id    uuid not null,
  comment_id  uuid not null,
  thread_id   uuid not null,
  row_id      bigint,
  origin      integer,
  -- Null: its author deleted it, and others had answered.
  text        text check (length(text) between 1 and 4000),
  mentions    uuid[] not null default '{}',
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  edited_at   timestamptz,
  resolved_at timestamptz,
  resolved_by jsonb,
  primary key (workbook_id, table_id, comment_id),
  foreign key (workbook_id, table_id) references artifact on delete cascade,
  foreign key (workbook_id, table_id, thread_id) references comment on delete cascade,
  check (origin is null or row_id is not null),
  check (resolved_at is null or thread_id = comment_id)
);
create index comment_by_thread on comment (workbook_id, table_id, thread_id);
create index comment_by_row on comment (workbook_id, table_id, row_id) where row_id is not null;

-- ── Link shares

create table link_share (
  workbook_id   uuid not null references workbook on delete cascade,
  credential_id uuid not null references credential on delete cascade,
  kind          text not null check (kind in ('table', 'view', 'dashboard')),
  -- The artifact, the saved view or the dashboard. Once that is gone the link shows nothing.
  target_id     uuid not null,
  primary key (workbook_id, credential_id),
  unique (credential_id)
);

-- ── Rules

-- The rules of a table: what its rows must be. A row for each set that was ever in force; the newest one is.
create table rule_set (
  workbook_id uuid not null references workbook on delete cascade,
  table_id    uuid not null,
  version     bigint not null check (version >= 1),
  -- Rules, in the order in which they were sent. Columns are named by their origin, which stays when they are renamed.
  document    json not null,
  -- new: rows that were there when the set came may break it until they are changed.
  enforce     text not null check (enforce in ('new', 'all')),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  -- What becomes of rows of files and runs that break a rule, where the ingest does not say.
  on_violation text not null default 'reject',
  primary key (workbook_id, table_id, version)
);
alter table rule_set add constraint rule_set_on_violation_check check (on_violation in ('reject', 'quarantine', 'warn')) not valid;

-- ── Source undo

-- How a source was read before each of its last corrections, so that they can be taken back one after the other. Only for
-- the analysis that they were made of: spec_version says which.
create table source_undo (
  workbook_id  uuid not null,
  source_id    uuid not null,
  spec_version integer not null,
  revision     integer not null,
  spec         json not null,
  primary key (workbook_id, source_id, spec_version, revision),
  foreign key (workbook_id, source_id) references source on delete cascade
);

-- ── Proposals

-- Proposals: changes of rows that are kept aside until reviewers have approved them. What is proposed never changes; a review
-- is about all of it. Only `open` ones can be reviewed, applied, withdrawn or expire.
create table proposal (
  workbook_id uuid not null references workbook on delete cascade,
  proposal_id uuid not null,
  title       text not null check (length(title) between 1 and 200),
  description text check (length(description) between 1 and 4000),
  state       text not null default 'open' check (state in ('open', 'applied', 'rejected', 'withdrawn', 'expired')),
  author_id   uuid not null,
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  closed_at   timestamptz,
  closed_by   jsonb,
  -- Of an applied one; null where nothing was left to change.
  op_id       bigint,
  primary key (workbook_id, proposal_id),
  check ((state = 'open') = (closed_at is null))
);
create index proposal_due on proposal (expires_at) where state = 'open';
create index proposal_closed on proposal (closed_at) where state <> 'open';

-- The tables of a proposal, in its order, each with the version it was made on.
create table proposal_table (
  workbook_id  uuid not null,
  proposal_id  uuid not null,
  table_id     uuid not null,
  place        integer not null,
  base_version bigint not null,
  primary key (workbook_id, proposal_id, table_id),
  foreign key (workbook_id, proposal_id) references proposal on delete cascade,
  foreign key (workbook_id, table_id) references artifact on delete cascade
);

-- Its rows, as edits are kept: cells by the ids of their columns, and what stood there when it was made.
create table proposal_row (
  workbook_id uuid not null,
  proposal_id uuid not null,
  table_id    uuid not null,
  place       integer not null,
  op          "char" not null check (op in ('I', 'U', 'D')),
  row_id      bigint,
  cells       jsonb,
  before      jsonb,
  primary key (workbook_id, proposal_id, table_id, place),
  foreign key (workbook_id, proposal_id, table_id) references proposal_table on delete cascade,
  check ((op = 'I') = (row_id is null))
);

-- What users say to a proposal. Of each user the last verdict counts.
create table proposal_review (
  workbook_id uuid not null,
  proposal_id uuid not null,
  review_id   uuid not null,
  verdict     text not null check (verdict in ('approve', 'reject', 'comment')),
  text        text check (length(text) between 1 and 4000),
  user_id     uuid not null,
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  primary key (workbook_id, proposal_id, review_id),
  foreign key (workbook_id, proposal_id) references proposal on delete cascade
);

-- Who approves proposals of a workbook. Without a row: any one editor who is not the author.
create table proposal_settings (
  workbook_id uuid primary key references workbook on delete cascade,
  reviewers   uuid[] not null default '{}' check (cardinality(reviewers) <= 50),
  minimum     integer not null check (minimum between 1 and 20),
  actor       jsonb not null,
  updated_at  timestamptz not null default now()
);

-- ── Notifications

-- What a user should look at: a mention, an invitation, a failed job, conflicts, a stale dashboard. It names things by their ids
-- and holds no value, so that nothing in it must be hidden or erased; what its reader may still see is found out when it is read.
create table notification (
  user_id         uuid not null references app_user on delete cascade,
  notification_id uuid not null,
  kind            text not null,
  -- Of an invitation to a workspace there is no workbook.
  workbook_id     uuid references workbook on delete cascade,
  workspace_id    uuid references workspace on delete cascade,
  -- The comment, the invitation or shared workbook, the job, the table in conflict, the dashboard.
  subject_id      uuid not null,
  table_id        uuid,
  actor_id        uuid,
  -- How many of the kind are summed up in it.
  count           integer not null default 1 check (count >= 1),
  is_listed       boolean not null,
  -- Mail is due until it was sent, or the notification was read.
  is_mail_due     boolean not null,
  created_at      timestamptz not null default now(),
  read_at         timestamptz,
  primary key (user_id, notification_id),
  check ((workbook_id is null) <> (workspace_id is null)),
  check (workspace_id is null or kind = 'invitation')
);
alter table notification add constraint notification_kind_check
  check (kind in ('mention', 'invitation', 'job_failed', 'conflict', 'dashboard_stale', 'proposal')) not valid;
create index notification_by_workbook on notification (workbook_id);
create index notification_by_workspace on notification (workspace_id);
create index notification_by_age on notification (created_at);

-- Where a user wants a kind of notification. Without a row: the defaults of the service.
create table notification_setting (
  user_id    uuid not null references app_user on delete cascade,
  kind       text not null,
  in_console boolean not null,
  by_mail    boolean not null,
  primary key (user_id, kind)
);
alter table notification_setting add constraint notification_setting_kind_check
  check (kind in ('mention', 'invitation', 'job_failed', 'conflict', 'dashboard_stale', 'proposal')) not valid;

-- ── Row policies

-- Which rows of a table a caller may see: a condition about a row and who asks. A table has at most one.
create table row_policy (
  workbook_id uuid not null references workbook on delete cascade,
  table_id    uuid not null,
  -- Columns are named by their origin, which stays when they are renamed.
  condition   json not null,
  note        text check (length(note) <= 500),
  actor       jsonb not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  -- A row policy may take attributes of its callers from a table of the workbook: where it says which address has which values.
  -- { tableId, email, attributes: { name: origin } }; columns are named by their origin.
  mapping json,
  -- Editors who do not see all rows may also write rows that they do not see afterwards.
  may_write_unseen boolean not null default false,
  primary key (workbook_id, table_id)
);

-- Rows of a table were made from rows of another, now or in a version that may still be read. Only grows: what is no longer made
-- so has older versions that were. Filled by triggers, so that no writer can forget it. A sheet of a file stands among the tables.
create table row_lineage (
  workbook_id   uuid not null references workbook on delete cascade,
  table_id      uuid not null,
  from_table_id uuid not null,
  -- By their origins there, columns of the other table that this one has unchanged, each with its origin here: known where every row of
  -- every version was made from one row of that table. A policy of the other table then decides about the rows of this one.
  copied jsonb,
  primary key (workbook_id, table_id, from_table_id)
);

-- ── Quarantine

-- Beside a table: the one that keeps rows of files and runs which break its rules, until they are corrected or deleted.
create table quarantine (
  workbook_id   uuid not null references workbook on delete cascade,
  table_id      uuid not null,
  quarantine_id uuid not null,
  -- Pairs of origins: of a column of the table, and of the column that keeps its values.
  columns       json not null,
  -- Origins of the columns that say why a row is there, and from which cell of which file it came.
  reason        integer not null,
  origin        integer not null,
  primary key (workbook_id, table_id),
  foreign key (workbook_id, table_id) references artifact on delete cascade,
  foreign key (workbook_id, quarantine_id) references artifact on delete cascade
);
create unique index quarantine_by_keeper on quarantine (workbook_id, quarantine_id);

-- ── Companies

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

-- ── Account policies

-- What a company asks of sessions and tokens of its people, and of tokens that reach into its account. Null: as the service has it.
create table account_policy (
  account_id          uuid primary key references account on delete cascade,
  max_session_minutes integer check (max_session_minutes between 15 and 129600),
  max_token_days      integer check (max_token_days between 1 and 365),
  tokens_allowed      boolean not null default true,
  updated_at          timestamptz not null default now()
);

-- ── Triggers

-- functions: raise_policy_epochs, note_change, name_external_kind, raise_catalog_epoch, raise_rules_epoch
-- functions: ask_for_stale_dashboards, keep_row_lineage, mark_mapping_tables, raise_mapping_epoch
-- functions: ensure_outbox_days, ensure_days, ensure_result_days

create trigger workspace_member_roles after insert or update of base_role, custom_roles or delete on workspace_member
  for each row execute function raise_policy_epochs();
create trigger workbook_member_roles after insert or update of role or delete on workbook_member
  for each row execute function raise_policy_epochs();
create constraint trigger noted after insert or delete or update of name, description, deleted_at on artifact
  initially deferred for each row execute function note_change();
-- Fired by edits of the schema alone: edits of rows are many.
create constraint trigger noted after update on table_head
  initially deferred for each row when (old.schema_no <> new.schema_no) execute function note_change();
create constraint trigger noted after insert or delete or update of name on source
  initially deferred for each row execute function note_change();
create constraint trigger noted after insert on source_revision
  initially deferred for each row execute function note_change();
create constraint trigger noted after insert or delete on source_table
  initially deferred for each row execute function note_change();
-- Answers made under other roles are decided again, as after every change of a member's roles.
create trigger workspace_guest_roles after insert or update of former_role, custom_roles or delete on workspace_guest
  for each row execute function raise_policy_epochs();
create trigger sync_binding_external_kind before insert or update on sync_binding
  for each row execute function name_external_kind();
create trigger artifact_catalog after insert or delete on artifact for each row execute function raise_catalog_epoch();
create trigger artifact_catalog_changed after update on artifact for each row
  when (old.* is distinct from new.*) execute function raise_catalog_epoch();
create trigger table_head_catalog after insert or delete on table_head for each row execute function raise_catalog_epoch();
-- An edit of rows changes none of these.
create trigger table_head_catalog_changed after update on table_head for each row
  when (old.schema_no <> new.schema_no or old.next_column_id <> new.next_column_id
    or old.stale_since is distinct from new.stale_since or old.stale_reason is distinct from new.stale_reason)
  execute function raise_catalog_epoch();
create trigger rule_set_epoch after insert or update or delete on rule_set for each row execute function raise_rules_epoch();
create trigger table_head_stale after update of stale_since on table_head for each row
  when (old.stale_since is null and new.stale_since is not null) execute function ask_for_stale_dashboards();
create trigger lineage_of_rows after insert on lineage
  referencing new table as made for each statement execute function keep_row_lineage();
create trigger column_lineage_of_rows after insert on column_lineage
  referencing new table as made for each statement execute function keep_row_lineage();
create trigger table_origin_of_rows after insert on table_origin
  referencing new table as made for each statement execute function keep_row_lineage();
create trigger workspace_member_attributes after update of attributes on workspace_member
  for each row execute function raise_policy_epochs();
create trigger workspace_guest_attributes after update of attributes on workspace_guest
  for each row execute function raise_policy_epochs();
create trigger row_policy_mapping_set after insert on row_policy
  referencing new table as changed for each statement execute function mark_mapping_tables();
create trigger row_policy_mapping_changed after update on row_policy
  referencing new table as changed for each statement execute function mark_mapping_tables();
create trigger row_policy_mapping_gone after delete on row_policy
  referencing old table as changed for each statement execute function mark_mapping_tables();
-- An edit changes both, moving the table to the trash and back the second alone.
create trigger mapping_table_changed after update of edit_version, changed_seq on table_head
  for each row when (new.is_mapping) execute function raise_mapping_epoch();

-- Partitions of the coming week; jobs make further ones.
select ensure_outbox_days(7);
select ensure_result_days(7);

insert into retention_mark (what, upto) values ('history', now());
