-- The end of an account: what it still has lapses, what it owes is written off. How many credits were forfeited.
create or replace function forfeit_credits(in_account_id uuid, in_entry_id uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  due ledger_hold;
begin
  for due in select * from ledger_hold where account_id = in_account_id order by hold_id loop
    perform end_hold(in_account_id, due.hold_id, gen_random_uuid(), 0, 'the account was closed', null);
  end loop;
  books := lock_ledger(in_account_id);
  if books.monthly + books.prepaid > 0 or books.owed < 0 then
    perform post_ledger_entry(in_account_id, in_entry_id, 'forfeit', 'the account was closed', null, jsonb_build_object(
      'monthly', -books.monthly, 'prepaid', -books.prepaid, 'lapsed', books.monthly + books.prepaid,
      'owed', -books.owed, 'issued', books.owed));
  end if;
  update ledger_balance set ceiling = 0 where account_id = in_account_id and ceiling <> 0;
  return books.monthly + books.prepaid;
end $$;

revoke all on function forfeit_credits from public, bindery_service;
grant execute on function forfeit_credits to bindery_service;
