-- Workspaces move to another account with what names the account for them.
create or replace function move_workspaces(workspaces uuid[], to_account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update workspace set account_id = to_account where workspace_id = any (workspaces);
  update search_entry set account_id = to_account where workspace_id = any (workspaces);
end $$;

revoke all on function move_workspaces from public, bindery_service;
