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
