-- Says what keeps a write from being made, or null. Asked before anything is written. A write of a policy input states that its caller
-- may change policies, or is refused.
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

revoke all on function why_not from public, bindery_service;
