-- Spends credits, once for each cause. False: there are not enough, and nothing was spent.
create or replace function charge_credits(
  in_account_id uuid, in_entry_id uuid, credits bigint, in_note text, in_workbook_id uuid,
  in_cause text default null, in_op_id bigint default null
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  parts jsonb := split_credits(books, credits);
begin
  if is_posted(in_account_id, in_cause) then
    return true;
  end if;
  if parts is null then
    return false;
  end if;
  perform post_ledger_entry(in_account_id, in_entry_id, 'charge', in_note, in_workbook_id,
    parts || jsonb_build_object('spent', credits), in_cause, in_op_id);
  perform ask_for_topup(in_account_id);
  return true;
end $$;

revoke all on function charge_credits from public, bindery_service;
grant execute on function charge_credits to bindery_service;
