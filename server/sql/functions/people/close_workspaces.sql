-- Ends what lets anyone into these workspaces or acts in them. Heads are locked in order, as everywhere.
create or replace function close_workspaces(workspaces uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  workbooks uuid[];
begin
  perform from workspace where workspace_id = any (workspaces) order by workspace_id for update;
  workbooks := array(
    select h.workbook_id from workbook_head h join workbook w using (workbook_id)
    where w.workspace_id = any (workspaces) order by h.workbook_id for update of h);
  -- What policies knew them as stays in force: losing a membership must not shed a role that hides something.
  insert into workspace_guest (workspace_id, user_id, former_role, custom_roles)
  select m.workspace_id, m.user_id, m.base_role, m.custom_roles from workspace_member m
  where m.workspace_id = any (workspaces)
  on conflict (workspace_id, user_id) do nothing;
  -- ends: members
  delete from workspace_member where workspace_id = any (workspaces);
  -- ends: shares
  delete from workbook_member where workbook_id = any (workbooks);
  -- ends: invitations
  delete from invitation where workspace_id = any (workspaces) and accepted_at is null;
  -- ends: pinned tokens
  update credential set revoked_at = now() where revoked_at is null and reach_id = any (workspaces || workbooks);
  -- ends: pinned webhooks
  delete from webhook where reach_id = any (workspaces || workbooks);
  -- ends: upload slots
  update upload set expires_at = least(expires_at, now() - interval '1 second')
  where workbook_id = any (workbooks) and status <> 'ingested';
  -- ends: jobs
  update job set status = 'failed', error = 'Canceled: the address of the account was proven by its owner.', error_code = 'canceled',
    finished_at = now()
  where workbook_id = any (workbooks) and status in ('pending', 'running');
  -- ends: done
end $$;

revoke all on function close_workspaces from public, bindery_service;
