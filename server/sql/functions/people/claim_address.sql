-- The owner of an address has come. Everything made under it before ends, in this transaction; what it contained is held until
-- the owner keeps it. One place for all of it: a test compares it with the catalog, so that no table is forgotten.
create or replace function claim_address(in_user_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from app_user where user_id = in_user_id for no key update;
  perform end_access(in_user_id, '{}', 'the address was proven by its owner');
  -- ends: password
  update app_user set password_hash = null where user_id = in_user_id;
  -- ends: drive grants
  delete from drive_grant where user_id = in_user_id;
  -- ends: invitations sent
  delete from invitation where invited_by = in_user_id and accepted_at is null;
  -- ends: invitations received
  delete from invitation i using app_user u
  where u.user_id = in_user_id and i.accepted_at is null and not i.is_mailed
    and lower(normalize(btrim(i.email), nfkc)) = u.email_key;
  -- What policies knew them as stays in force: losing a membership must not shed a role that hides something.
  insert into workspace_guest (workspace_id, user_id, former_role, custom_roles)
  select m.workspace_id, m.user_id, m.base_role, m.custom_roles from workspace_member m
  where m.user_id = in_user_id
  on conflict (workspace_id, user_id) do nothing;
  -- ends: own memberships
  delete from workspace_member m using workspace s join account a using (account_id)
  where m.workspace_id = s.workspace_id and m.user_id = in_user_id and a.owner_id <> in_user_id;
  -- ends: shares received
  delete from workbook_member where user_id = in_user_id;
  -- ends: own upload slots
  update upload set expires_at = least(expires_at, now() - interval '1 second')
  where created_by = in_user_id and status <> 'ingested';
  -- ends: own jobs
  update job set status = 'failed', error = 'Canceled: the address of the account was proven by its owner.', error_code = 'canceled',
    finished_at = now()
  where user_id = in_user_id and status in ('pending', 'running');
  -- ends: companies
  delete from account_domain where account_id in (select account_id from account where owner_id = in_user_id);
  delete from scim_group where account_id in (select account_id from account where owner_id = in_user_id);
  delete from scim_user where account_id in (select account_id from account where owner_id = in_user_id);
  delete from login_group where account_id in (select account_id from account where owner_id = in_user_id);
  delete from group_role r using workspace w join account a using (account_id)
  where w.workspace_id = r.workspace_id and a.owner_id = in_user_id;
  -- ends: content
  perform hold_content(in_user_id);
  -- ends: done
  update app_user set address_proven_at = clock_timestamp() where user_id = in_user_id;
end $$;

revoke all on function claim_address from public, bindery_service;
grant execute on function claim_address to bindery_service;
