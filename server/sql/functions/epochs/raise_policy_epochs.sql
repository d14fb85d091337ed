-- What users may see depends on their roles: answers made under other roles are decided again. A trigger, so that no way to change
-- roles can forget it. Only where policies lie: elsewhere roles hide nothing. Heads are locked in order, so no two writers wait for
-- each other.
create or replace function raise_policy_epochs() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform from workbook_head h join workbook w using (workbook_id)
  where w.is_governed and case tg_table_name
    when 'workbook_member' then w.workbook_id = (changed ->> 'workbook_id')::uuid
    else w.workspace_id = (changed ->> 'workspace_id')::uuid end
  order by h.workbook_id for update of h;
  update workbook_head h set policy_epoch = h.policy_epoch + 1 from workbook w
  where w.workbook_id = h.workbook_id and w.is_governed and case tg_table_name
    when 'workbook_member' then w.workbook_id = (changed ->> 'workbook_id')::uuid
    else w.workspace_id = (changed ->> 'workspace_id')::uuid end;
  return null;
end $$;

revoke all on function raise_policy_epochs from public, bindery_service;
