-- Puts what a user's accounts contain out of everyone's reach, the user's too. Leaves an empty personal workspace.
create or replace function hold_content(in_user_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  home account;
  workspaces uuid[];
  keeper uuid := new_id();
  fresh uuid := new_id();
  has_content boolean;
begin
  select * into strict home from account where owner_id = in_user_id and kind = 'default' for update;
  perform close_workspaces(array(
    select workspace_id from workspace join account using (account_id) where owner_id = in_user_id and closed_at is null));
  workspaces := array(select workspace_id from workspace where account_id = home.account_id);
  has_content := exists (select from workbook where workspace_id = any (workspaces))
    or exists (select from workspace where workspace_id = any (workspaces) and kind = 'managed');

  insert into app_user (user_id, email, email_key, name)
  values (keeper, 'held-' || keeper || '@held.invalid', 'held-' || keeper || '@held.invalid', 'Held content');
  if has_content then
    insert into account (account_id, kind, name, owner_id, plan) values (keeper, 'default', home.name, keeper, home.plan);
    insert into held_content (account_id, user_id, keeper_id, is_default) values (keeper, in_user_id, keeper, true);
    perform move_workspaces(workspaces, keeper);
  else
    delete from workspace where workspace_id = any (workspaces);
  end if;
  insert into workspace (workspace_id, account_id, kind, name) values (fresh, home.account_id, 'personal', 'Personal');
  insert into workspace_member (workspace_id, user_id, base_role) values (fresh, in_user_id, 'admin');

  insert into held_content (account_id, user_id, keeper_id, is_default)
  select account_id, in_user_id, keeper, false from account
  where owner_id = in_user_id and kind = 'developer' and closed_at is null;
  update account set owner_id = keeper where owner_id = in_user_id and kind = 'developer' and closed_at is null;
  if not exists (select from held_content where keeper_id = keeper) then
    delete from app_user where user_id = keeper;
  end if;
end $$;

revoke all on function hold_content from public, bindery_service;
