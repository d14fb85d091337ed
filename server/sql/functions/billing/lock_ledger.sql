-- Every change of the books of an account queues here, so that what it reads of them still holds when it writes.
create or replace function lock_ledger(in_account_id uuid) returns ledger_balance
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance;
begin
  select * into books from ledger_balance where account_id = in_account_id for update;
  if not found then
    insert into ledger_balance (account_id) values (in_account_id) on conflict do nothing;
    select * into books from ledger_balance where account_id = in_account_id for update;
  end if;
  return books;
end $$;

revoke all on function lock_ledger from public, bindery_service;
grant execute on function lock_ledger to bindery_service;
