-- Who has proven to hold an address, and what becomes of what was made under it before.

-- Set when the address is proven. Users of the first release are proven by what they did then: see is_address_proven.
alter table app_user add column address_proven_at timestamptz;

-- Did the link go to the invited address alone? Of an invitation of the first release nothing is known.
alter table invitation add column is_mailed boolean not null default false;

-- An account whose content was made before its user's address was proven. Until the user keeps it, it belongs to a keeper: a
-- user without address or password, so that no one has a role in it.
create table held_content (
  account_id uuid primary key references account on delete cascade,
  user_id    uuid not null references app_user on delete cascade,
  keeper_id  uuid not null references app_user,
  -- The keeper's own account holds what lay in the user's default account; else it is a developer account.
  is_default boolean not null,
  held_at    timestamptz not null default now()
);
create index on held_content (user_id);
create index on held_content (held_at);

-- Has this user ever shown that mail to the address arrives? An accepted invitation alone says nothing: its link may have
-- been shown to the inviter.
create function is_address_proven(in_user_id uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from app_user where user_id = in_user_id and address_proven_at is not null)
    or exists (select from oidc_identity where user_id = in_user_id)
    or exists (select from password_reset where user_id = in_user_id and used_at is not null)
$$;

-- Ends every credential of a user, except the tokens, keys and webhooks that are kept. Each part names what it ends: a proof
-- leaves out one at a time and must notice. Grants come before what is made from them.
create function end_access(in_user_id uuid, keep uuid[], reason text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A key that is being minted at this moment holds its account, and is waited for.
  perform from account where owner_id = in_user_id order by account_id for no key update;
  -- ends: device grants
  delete from device_grant where user_id = in_user_id;
  -- ends: agent codes
  delete from oauth_grant where user_id = in_user_id;
  -- ends: password links
  delete from password_reset where user_id = in_user_id and used_at is null;
  -- ends: sessions
  update session set revoked_at = now(), revoked_reason = reason where user_id = in_user_id and revoked_at is null;
  -- ends: tokens and keys
  update credential set revoked_at = now()
  where revoked_at is null and not credential_id = any (keep) and (created_by = in_user_id or user_id = in_user_id
    or account_id in (select account_id from account where owner_id = in_user_id));
  -- ends: agent tickets
  delete from oauth_ticket t using credential c
  where c.credential_id = t.credential_id and c.revoked_at is not null and (c.created_by = in_user_id or c.user_id = in_user_id);
  -- ends: webhooks
  delete from webhook
  where not webhook_id = any (keep) and (user_id = in_user_id
    or account_id in (select account_id from account where owner_id = in_user_id));
  -- ends: done
end $$;

-- Ends what lets anyone into these workspaces or acts in them. Heads are locked in order, as everywhere.
create function close_workspaces(workspaces uuid[]) returns void
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

-- Workspaces move to another account with what names the account for them.
create function move_workspaces(workspaces uuid[], to_account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update workspace set account_id = to_account where workspace_id = any (workspaces);
  update search_entry set account_id = to_account where workspace_id = any (workspaces);
end $$;

-- Keepers who hold nothing any more.
create function forget_keepers() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from account a where a.kind = 'default' and a.account_id = a.owner_id
    and not exists (select from held_content h where h.account_id = a.account_id)
    and not exists (select from workspace s where s.account_id = a.account_id);
  delete from app_user u where u.email_key = 'held-' || u.user_id || '@held.invalid'
    and not exists (select from account a where a.owner_id = u.user_id)
    and not exists (select from held_content h where h.keeper_id = u.user_id);
$$;

-- Puts what a user's accounts contain out of everyone's reach, the user's too. Leaves an empty personal workspace.
create function hold_content(in_user_id uuid) returns void
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

-- The owner of an address has come. Everything made under it before ends, in this transaction; what it contained is held until
-- the owner keeps it. One place for all of it: a test compares it with the catalog, so that no table is forgotten.
create function claim_address(in_user_id uuid) returns void
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
  -- ends: content
  perform hold_content(in_user_id);
  -- ends: done
  update app_user set address_proven_at = clock_timestamp() where user_id = in_user_id;
end $$;

-- The user keeps one held account: it is theirs again, and nobody else's. False: it is not held for this user.
create function keep_held_content(in_user_id uuid, in_account_id uuid) returns boolean
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

revoke all on function is_address_proven, end_access, close_workspaces, move_workspaces, hold_content, claim_address,
  keep_held_content, forget_keepers from public;
grant execute on function is_address_proven, end_access, claim_address, keep_held_content, forget_keepers to bindery_service;
