-- Holds what exists to the policy of an account, of one user or of all: sessions and tokens end no later than it allows.
create or replace function apply_account_policy(in_account_id uuid, in_user_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  policy account_policy;
  people uuid[];
  places uuid[];
begin
  select * into policy from account_policy where account_id = in_account_id;
  if not found then return; end if;
  people := array(
    select s.user_id from scim_user s
    where s.account_id = in_account_id and s.user_id is not null and s.is_active and s.user_id = coalesce(in_user_id, s.user_id)
    union
    select u.user_id from account_domain d join app_user u on split_part(u.email_key, '@', 2) = d.domain
    where d.account_id = in_account_id and d.verified_at is not null and u.user_id = coalesce(in_user_id, u.user_id)
      and is_address_proven(u.user_id));
  places := array(
    select workspace_id from workspace where account_id = in_account_id
    union select b.workbook_id from workbook b join workspace w using (workspace_id) where w.account_id = in_account_id);
  update session s set expires_at = least(s.expires_at, s.created_at + policy.max_session_minutes * interval '1 minute')
  where s.user_id = any (people) and s.revoked_at is null and s.expires_at > now();
  update credential c set
    expires_at = least(c.expires_at, c.created_at + policy.max_token_days * interval '1 day'),
    revoked_at = case when policy.tokens_allowed then c.revoked_at else now() end
  where c.kind = 'pat' and c.revoked_at is null and c.user_id = coalesce(in_user_id, c.user_id)
    and (c.user_id = any (people) or c.account_id = in_account_id or c.reach_id = any (places));
end $$;
