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

-- What a proposal holds of erased cells goes with them; nothing else of the function changes.
-- Replaces erase_cells (0060-comments.sql)
create or replace function erase_cells(in_workbook_id uuid, in_table_id uuid, in_columns integer[], in_rows bigint[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  keys text[] := in_columns::text[];
  touched bigint;
  erased bigint;
begin
  update delta d set cells = without_cells(d.cells, keys), before = without_cells(d.before, keys)
  where d.workbook_id = head.workbook_id and d.table_id = in_table_id and (in_rows is null or d.row_id = any (in_rows))
    and (d.cells ?| keys or d.before ?| keys);
  get diagnostics erased = row_count;
  update cell_override o set value = null, base_value = null, made_value = null
  where o.workbook_id = in_workbook_id and o.table_id = in_table_id and o.column_id = any (in_columns)
    and (in_rows is null or o.row_id = any (in_rows));
  get diagnostics touched = row_count;
  erased := erased + touched;
  update conflict c set base_value = null, prior_value = null, value = null
  where c.workbook_id = in_workbook_id and c.table_id = in_table_id and (c.column_id is null or c.column_id = any (in_columns))
    and (in_rows is null or c.row_id = any (in_rows));
  get diagnostics touched = row_count;
  -- A note on a cell may say what stands in it.
  delete from annotation a
  where a.workbook_id = in_workbook_id and a.table_id = in_table_id and a.kind in ('row', 'cell', 'column')
    and (in_rows is null or a.rows <> '{}' and exists (select from unnest(in_rows) as r where a.rows @> r))
    and (a.origins = '{}' or exists (
      select from table_schema s, jsonb_array_elements(s.columns) as c
      where s.workbook_id = in_workbook_id and s.table_id = in_table_id and (c ->> 'id')::integer = any (in_columns)
        and (c ->> 'origin')::integer = any (a.origins)));
  -- So may a comment. Its thread goes with it.
  delete from comment t
  where t.workbook_id = in_workbook_id and t.table_id = in_table_id and t.row_id is not null
    and (in_rows is null and t.origin is not null or t.row_id = any (in_rows))
    and (t.origin is null or exists (
      select from table_schema s, jsonb_array_elements(s.columns) as c
      where s.workbook_id = in_workbook_id and s.table_id = in_table_id and (c ->> 'id')::integer = any (in_columns)
        and (c ->> 'origin')::integer = t.origin));
  -- A proposal that holds such a cell, or says something about it, is one of what was erased: it expires, and goes without its rows.
  with held as (
    select distinct r.proposal_id from proposal_row r
    where r.workbook_id = in_workbook_id and r.table_id = in_table_id
      and (in_rows is null or r.row_id is null or r.row_id = any (in_rows))
      and (r.op = 'D' or r.cells ?| keys or r.before ?| keys)),
  silenced as (
    update proposal_review v set text = null from held
    where v.workbook_id = in_workbook_id and v.proposal_id = held.proposal_id returning v.review_id),
  ended as (
    update proposal p set title = '-', description = null, expires_at = least(p.expires_at, now()) from held
    where p.workbook_id = in_workbook_id and p.proposal_id = held.proposal_id returning p.proposal_id)
  delete from proposal_row r using held
  where r.workbook_id = in_workbook_id and r.table_id = in_table_id and r.proposal_id = held.proposal_id;
  -- What rows older than a column hold is a value of each of them.
  if in_rows is null then
    update table_schema s set columns = (
      select jsonb_agg(case when (c ->> 'id')::integer = any (in_columns) then c || '{"initial": null}' else c end order by n)
      from jsonb_array_elements(s.columns) with ordinality as listed (c, n))
    where s.workbook_id = in_workbook_id and s.table_id = in_table_id;
  end if;
  return erased + touched;
end $$;

-- Proposals travel in bundles; nothing else of the function changes.
-- Replaces bring_rows (0068-rules.sql)
create or replace function bring_rows(in_workbook_id uuid, in_table text, in_columns text[], in_rows json) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  names text;
  cells text;
begin
  if head.op_id > 0 then
    raise exception 'workbook % holds something already', in_workbook_id;
  end if;
  if in_table <> all (array['artifact', 'table_head', 'table_schema', 'table_version', 'manifest', 'delta', 'op', 'pin', 'lineage',
    'column_description', 'snapshot', 'snapshot_table', 'version', 'annotation', 'sync_binding', 'source', 'source_revision',
    'source_table', 'table_origin', 'transform', 'cell_override', 'conflict', 'branch', 'branch_table', 'sheet', 'chart',
    'comment', 'column_tag', 'tag_label', 'policy', 'column_lineage', 'saved_view', 'question', 'dashboard', 'rule_set',
    'proposal', 'proposal_table', 'proposal_row', 'proposal_review']) then
    raise exception 'no bundle has rows of %', in_table;
  end if;
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(format('(r ->> %L)::%s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
  into strict names, cells
  from pg_attribute a
  where a.attrelid = in_table::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> 'workbook_id'
    and a.attname = any (in_columns);
  execute format('insert into %I (workbook_id, %s) select $1, %s from json_array_elements($2) as r', in_table, names, cells)
  using in_workbook_id, in_rows;
end $$;
