-- From which buckets credits are taken: those of the month first, prepaid ones after, then what may be owed. Null: there are too few.
create or replace function split_credits(books ledger_balance, credits bigint) returns jsonb
language plpgsql immutable as $$
declare
  of_month bigint := least(books.monthly, credits);
  of_prepaid bigint := least(books.prepaid, credits - of_month);
  of_owed bigint := credits - of_month - of_prepaid;
begin
  if of_owed > 0 and of_owed > books.ceiling + books.owed then
    return null;
  end if;
  return jsonb_build_object('monthly', -of_month, 'prepaid', -of_prepaid, 'owed', -of_owed);
end $$;

revoke all on function split_credits from public, bindery_service;
