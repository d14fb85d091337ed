-- Takes credits back whose payment was returned, once for each cause; those that were spent already are owed.
create or replace function take_credits_back(in_account_id uuid, in_entry_id uuid, credits bigint, in_note text, in_cause text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  taken bigint := least(books.prepaid, credits);
begin
  if is_posted(in_account_id, in_cause) then
    return false;
  end if;
  perform post_ledger_entry(in_account_id, in_entry_id, 'refund', in_note, null,
    jsonb_build_object('issued', credits, 'prepaid', -taken, 'owed', taken - credits), in_cause);
  return true;
end $$;

revoke all on function take_credits_back from public, bindery_service;
grant execute on function take_credits_back to bindery_service;
