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
  primary key (workbook_id, table_id, version)
);

-- Rises with every change of rules in a workbook; 0 where there never were any. A write says under which it was checked.
alter table workbook_head add column rules_epoch bigint not null default 0;

-- A trigger, so that no writer can forget it. Rules are written under the lock of the head.
create function raise_rules_epoch() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update workbook_head h set rules_epoch = h.rules_epoch + 1 where h.workbook_id = coalesce(new.workbook_id, old.workbook_id);
  return null;
end $$;

create trigger rule_set_epoch after insert or update or delete on rule_set for each row execute function raise_rules_epoch();

revoke all on function raise_rules_epoch from public;

-- What makes a write wait until its rows were checked against the rules, or null. A change of the schema alone changes no row.
-- `seen`: the tables that were looked at for it, and the versions they had: others may have written the same key since.
create function unchecked(w jsonb, t table_head) returns jsonb
language plpgsql stable as $$
declare
  epoch bigint := (select h.rules_epoch from workbook_head h where h.workbook_id = t.workbook_id);
begin
  if epoch = 0 or w ->> 'kind' = 's' then
    return null;
  end if;
  if (w #>> '{rules,epoch}')::bigint is distinct from epoch or exists (
      select from jsonb_array_elements(w #> '{rules,seen}') as s
      left join table_head h on h.workbook_id = t.workbook_id and h.table_id = (s ->> 0)::uuid
      where h.edit_version is distinct from (s ->> 1)::bigint)
  then
    return jsonb_build_object('status', 'unchecked', 'table', t.table_id, 'current', t.edit_version, 'epoch', epoch);
  end if;
  return null;
end $$;

revoke all on function unchecked from public;

-- Rows that were not checked against the rules of today do not come in, whichever door they took.
-- Replaces why_not (0011-commit.sql)
create or replace function why_not(w jsonb, t table_head) returns jsonb
language plpgsql stable as $$
declare
  changed bigint[];
begin
  if (w ->> 'expected')::bigint <> t.edit_version then
    select array_agg(row_id) into changed from (
      select distinct d.row_id from delta d
      where d.workbook_id = t.workbook_id and d.table_id = t.table_id and d.version > (w ->> 'expected')::bigint
      order by d.row_id limit 1000) as edited;
    return jsonb_build_object('status', 'conflict', 'table', t.table_id, 'current', t.edit_version, 'changed', to_jsonb(changed));
  end if;
  if w ? 'token' and w ->> 'token' is distinct from t.run_token::text then
    return jsonb_build_object('status', 'fenced', 'table', t.table_id);
  end if;
  changed := rows_changed_since(w, t);
  if changed is not null then
    return jsonb_build_object('status', 'row_conflict', 'table', t.table_id, 'current', t.edit_version, 'changed', to_jsonb(changed));
  end if;
  if has_newer(w, t) then
    return jsonb_build_object('status', 'reread', 'table', t.table_id, 'current', t.edit_version);
  end if;
  -- Rows numbered for an append, which a checkpoint has since gone past: they need new numbers.
  if w ->> 'kind' = 'a' and not are_disjoint((newest_manifest(t)).segments || (w -> 'segments')) then
    return jsonb_build_object('status', 'reread', 'table', t.table_id, 'current', t.edit_version);
  end if;
  -- Checkpoints have fallen behind: small edits go on, large ones wait.
  if t.delta_rows >= 200000 and jsonb_array_length(coalesce(w -> 'rows', '[]')) > 100 then
    return jsonb_build_object('status', 'behind', 'table', t.table_id);
  end if;
  return unchecked(w, t);
end $$;

-- Rules travel in bundles; nothing else of the function changes.
-- Replaces bring_rows (0060-comments.sql)
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
    'comment', 'column_tag', 'tag_label', 'policy', 'column_lineage', 'saved_view', 'question', 'dashboard', 'rule_set']) then
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
