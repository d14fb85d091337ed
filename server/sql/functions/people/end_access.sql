-- Ends every credential of a user, except the tokens, keys and webhooks that are kept. Each part names what it ends: a proof
-- leaves out one at a time and must notice. Grants come before what is made from them.
create or replace function end_access(in_user_id uuid, keep uuid[], reason text) returns void
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

revoke all on function end_access from public, bindery_service;
grant execute on function end_access to bindery_service;
