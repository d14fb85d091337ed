-- The accounts that have a word about a user: whose provider keeps an active record of them, or who hold the domain of their
-- proven address.
create or replace function managing_accounts(in_user_id uuid) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select s.account_id from scim_user s join account a using (account_id)
  where s.user_id = in_user_id and s.is_active and a.closed_at is null
  union
  select d.account_id from app_user u
  join account_domain d on d.domain = split_part(u.email_key, '@', 2) join account a using (account_id)
  where u.user_id = in_user_id and d.verified_at is not null and a.closed_at is null and is_address_proven(in_user_id)
$$;
