-- How long a session of a user may last. Null: no company says anything.
create or replace function session_limit(in_user_id uuid) returns interval
language sql stable security definer set search_path = public, pg_temp as $$
  select min(p.max_session_minutes) * interval '1 minute' from account_policy p
  where p.account_id in (select managing_accounts(in_user_id))
$$;
