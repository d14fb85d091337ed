-- Ends what lets a user into anything of an account, in this transaction. Whose address lies in a domain of the account is logged
-- out altogether: the address is the company's. What policies knew them as stays in force, as with every member who leaves.
create or replace function end_membership(in_account_id uuid, in_user_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  workspaces uuid[];
  workbooks uuid[];
begin
  if exists (select from account where account_id = in_account_id and owner_id = in_user_id) then
    raise exception 'the owner of account % stays', in_account_id;
  end if;
  workspaces := array(select workspace_id from workspace where account_id = in_account_id order by workspace_id for update);
  workbooks := array(select workbook_id from workbook where workspace_id = any (workspaces) order by workbook_id);
  insert into workspace_guest (workspace_id, user_id, former_role, custom_roles, attributes)
  select m.workspace_id, m.user_id, m.base_role, m.custom_roles, m.attributes from workspace_member m
  where m.workspace_id = any (workspaces) and m.user_id = in_user_id
  on conflict (workspace_id, user_id) do update
  set former_role = excluded.former_role, custom_roles = excluded.custom_roles, attributes = excluded.attributes;
  -- ends: membership
  delete from workspace_member where workspace_id = any (workspaces) and user_id = in_user_id;
  -- ends: shares
  delete from workbook_member where workbook_id = any (workbooks) and user_id = in_user_id;
  -- ends: groups
  delete from login_group where account_id = in_account_id and user_id = in_user_id;
  -- ends: pinned tokens and links
  update credential set revoked_at = now()
  where revoked_at is null and reach_id = any (workspaces || workbooks) and (user_id = in_user_id or created_by = in_user_id);
  -- ends: pinned webhooks
  delete from webhook where user_id = in_user_id and reach_id = any (workspaces || workbooks);
  -- ends: invitations
  delete from invitation i using app_user u
  where u.user_id = in_user_id and i.workspace_id = any (workspaces) and i.accepted_at is null
    and lower(normalize(btrim(i.email), nfkc)) = u.email_key;
  -- ends: logins
  if exists (select from app_user u join account_domain d on d.domain = split_part(u.email_key, '@', 2)
             where u.user_id = in_user_id and d.account_id = in_account_id and d.verified_at is not null) then
    perform end_access(in_user_id, '{}', 'the identity provider of the company removed the user');
  end if;
  -- ends: done
end $$;
