-- Adds prepaid credits, once for each cause; what is owed is settled first. False: they were added before.
create or replace function add_credits(in_account_id uuid, in_entry_id uuid, credits bigint, in_note text, in_cause text default null) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  settled bigint := least(-books.owed, credits);
begin
  if is_posted(in_account_id, in_cause) then
    return false;
  end if;
  perform post_ledger_entry(in_account_id, in_entry_id, 'grant', in_note, null,
    jsonb_build_object('issued', -credits, 'owed', settled, 'prepaid', credits - settled), in_cause);
  return true;
end $$;

revoke all on function add_credits from public, bindery_service;
grant execute on function add_credits to bindery_service;
