-- The user keeps one held account: it belongs to the user again, and to no one else. False: it is not held for this user.
create or replace function keep_held_content(in_user_id uuid, in_account_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held held_content;
  home uuid;
  workspaces uuid[];
begin
  delete from held_content h using account a
  where h.account_id = in_account_id and h.user_id = in_user_id and a.account_id = h.account_id and a.closed_at is null
  returning h.* into held;
  if not found then
    return false;
  end if;
  workspaces := array(select workspace_id from workspace where account_id = in_account_id);
  -- What was under way when it was held may have been let in since.
  perform close_workspaces(workspaces);
  if held.is_default then
    select account_id into strict home from account where owner_id = in_user_id and kind = 'default';
    perform move_workspaces(workspaces, home);
  else
    update account set owner_id = in_user_id where account_id = in_account_id;
  end if;
  delete from workspace_guest where workspace_id = any (workspaces) and user_id = in_user_id;
  insert into workspace_member (workspace_id, user_id, base_role) select w, in_user_id, 'admin' from unnest(workspaces) as w;
  update workbook set owner_id = in_user_id where workspace_id = any (workspaces);
  return true;
end $$;

revoke all on function keep_held_content from public, bindery_service;
grant execute on function keep_held_content to bindery_service;
