-- A table that a row policy takes attributes from decides who sees what, and so does everything it is made from, now or in older
-- versions. Only callers who may change policies write these tables. Marked here, so that edits of other tables pay nothing.
alter table table_head add column is_policy_input boolean not null default false;

create function mark_policy_inputs(in_workbook_ids uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with recursive input as (
    select p.workbook_id, (p.mapping ->> 'tableId')::uuid as table_id from row_policy p
    where p.workbook_id = any (in_workbook_ids) and p.mapping is not null
    union
    select l.workbook_id, l.from_table_id from row_lineage l join input i on i.workbook_id = l.workbook_id and i.table_id = l.table_id
  )
  update table_head t set is_policy_input = not t.is_policy_input
  where t.workbook_id = any (in_workbook_ids)
    and t.is_policy_input <> exists (select from input i where i.workbook_id = t.workbook_id and i.table_id = t.table_id)
$$;

-- Marks what the mapping table is made from as well.
-- Replaces mark_mapping_tables (0097-caller-attributes.sql).
create or replace function mark_mapping_tables() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update table_head t set is_mapping = not t.is_mapping
  where t.workbook_id in (select distinct c.workbook_id from changed c)
    and t.is_mapping <> exists (
      select from row_policy p where p.workbook_id = t.workbook_id and p.mapping ->> 'tableId' = t.table_id::text);
  perform mark_policy_inputs(array(select distinct c.workbook_id from changed c));
  return null;
end $$;

create function mark_inputs_made() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform mark_policy_inputs(array(
    select distinct m.workbook_id from made m
    where exists (select from row_policy p where p.workbook_id = m.workbook_id and p.mapping is not null)));
  return null;
end $$;

create trigger row_lineage_of_inputs after insert on row_lineage
  referencing new table as made for each statement execute function mark_inputs_made();

-- A write of a policy input says that its caller may change policies, or is sent back.
-- Replaces why_not (0068-rules.sql).
create or replace function why_not(w jsonb, t table_head) returns jsonb
language plpgsql stable as $$
declare
  changed bigint[];
begin
  -- What is no write, as moving it to the trash, is refused before.
  if t.is_policy_input and w ? 'kind' and not w ? 'governs' then
    return jsonb_build_object('status', 'policy_input', 'table', t.table_id, 'current', t.edit_version);
  end if;
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

-- Few workbooks have such a policy.
select mark_policy_inputs(array(select distinct workbook_id from row_policy where mapping is not null));

revoke all on function mark_policy_inputs, mark_inputs_made from public;
