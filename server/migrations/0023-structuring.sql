-- Structuring: the sheets of a source become the tables that people see in them, and every value knows its cell.

-- A table of a source is one of its sheets as it is, or an output of its parse spec. Its rows may be of an earlier revision.
alter table source_table add column kind text not null default 'sheet' check (kind in ('sheet', 'output'));
update source_table set kind = 'output' where region_id is not null;

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
  -- Null while somebody is at it, who has until the end of his lease.
  spec        json,
  lease_until timestamptz not null,
  built_at    timestamptz,
  primary key (workbook_id, content),
  -- Whoever comes second finds it, and is charged nothing.
  unique (account_id, content),
  check ((spec is null) = (built_at is null))
);
create index structuring_age on structuring (built_at);

-- What is made of sheets is a base table: an edit of the raw rows makes nothing of it stale.
alter table lineage
  add column kind text not null default 'transform' check (kind in ('structuring', 'transform', 'materialize', 'merge')),
  add column op_id bigint;

create or replace function mark_stale(in_workbook_id uuid, tables uuid[], in_at timestamptz) returns uuid[]
language plpgsql as $$
declare
  marked uuid[] := '{}';
  level uuid[] := tables;
begin
  loop
    with newly as (
      update table_head h set stale_since = in_at, stale_reason = 'upstream_edit'
      from lineage l
      where l.workbook_id = in_workbook_id and l.from_id = any (level) and l.kind = 'transform'
        and h.workbook_id = in_workbook_id and h.table_id = l.to_id and h.stale_since is null
      returning h.table_id
    )
    select array_agg(distinct table_id) into level from newly;
    exit when level is null;
    marked := marked || level;
  end loop;
  return marked;
end $$;

create or replace function stale_event(in_workbook_id uuid, in_table_id uuid, in_at timestamptz) returns json
language sql stable as $$
  select json_build_object(
    'artifact', json_build_object('id', wire_id('art', a.artifact_id), 'name', a.name, 'type', a.kind, 'layer', a.layer),
    'stale_since', wire_time(in_at),
    'upstream', (select json_agg(u.name order by u.name) from lineage l
      join artifact u on u.workbook_id = l.workbook_id and u.artifact_id = l.from_id
      where l.workbook_id = in_workbook_id and l.to_id = in_table_id and l.kind = 'transform'))
  from artifact a where a.workbook_id = in_workbook_id and a.artifact_id = in_table_id
$$;
