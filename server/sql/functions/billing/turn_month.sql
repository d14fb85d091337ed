-- A month begins, once for each cause: what is left of the last one lapses. False: it has begun already.
create or replace function turn_month(in_account_id uuid, in_entry_id uuid, credits bigint, in_ceiling bigint, in_cause text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
begin
  update ledger_balance set ceiling = in_ceiling where account_id = in_account_id and ceiling <> in_ceiling;
  if is_posted(in_account_id, in_cause) then
    return false;
  end if;
  perform post_ledger_entry(in_account_id, in_entry_id, 'month', null, null,
    jsonb_build_object('issued', -credits, 'monthly', credits - books.monthly, 'lapsed', books.monthly), in_cause);
  update ledger_balance set spent_before = spent, turned_at = now() where account_id = in_account_id;
  return true;
end $$;

revoke all on function turn_month from public, bindery_service;
grant execute on function turn_month to bindery_service;
