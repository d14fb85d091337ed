-- Has this user ever shown that mail to the address arrives? An accepted invitation alone says nothing: its link may have
-- been shown to the inviter.
create or replace function is_address_proven(in_user_id uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from app_user where user_id = in_user_id and address_proven_at is not null)
    or exists (select from oidc_identity where user_id = in_user_id)
    or exists (select from password_reset where user_id = in_user_id and used_at is not null)
$$;

revoke all on function is_address_proven from public, bindery_service;
grant execute on function is_address_proven to bindery_service;
