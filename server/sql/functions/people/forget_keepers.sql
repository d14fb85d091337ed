-- Keepers who hold nothing any more.
create or replace function forget_keepers() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from account a where a.kind = 'default' and a.account_id = a.owner_id
    and not exists (select from held_content h where h.account_id = a.account_id)
    and not exists (select from workspace s where s.account_id = a.account_id);
  delete from app_user u where u.email_key = 'held-' || u.user_id || '@held.invalid'
    and not exists (select from account a where a.owner_id = u.user_id)
    and not exists (select from held_content h where h.keeper_id = u.user_id);
$$;

revoke all on function forget_keepers from public, bindery_service;
grant execute on function forget_keepers to bindery_service;
