-- Sets credits aside for work that begins. False: there are not enough.
create or replace function hold_credits(in_account_id uuid, in_hold_id uuid, credits bigint, in_note text, in_workbook_id uuid, seconds integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  parts jsonb := split_credits(books, credits);
begin
  if parts is null then
    return false;
  end if;
  insert into ledger_hold (account_id, hold_id, monthly, prepaid, owed, until)
  values (in_account_id, in_hold_id, -(parts ->> 'monthly')::bigint, -(parts ->> 'prepaid')::bigint, -(parts ->> 'owed')::bigint,
    now() + make_interval(secs => seconds));
  perform post_ledger_entry(in_account_id, in_hold_id, 'hold', in_note, in_workbook_id,
    parts || jsonb_build_object('held', credits));
  perform ask_for_topup(in_account_id);
  return true;
end $$;

revoke all on function hold_credits from public, bindery_service;
grant execute on function hold_credits to bindery_service;
