-- Ends a hold: so many of its credits are spent, the others go back to where they came from; what came from a month that
-- is over has lapsed. What is paid already is not paid again. False: it was ended before.
create or replace function end_hold(
  in_account_id uuid, in_hold_id uuid, in_entry_id uuid, credits bigint, in_note text, in_workbook_id uuid,
  in_cause text default null, in_op_id bigint default null
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  held ledger_hold;
  of_month bigint;
  of_prepaid bigint;
  of_owed bigint;
  is_over boolean;
begin
  delete from ledger_hold where account_id = in_account_id and hold_id = in_hold_id returning * into held;
  if held is null then
    return false;
  end if;
  if is_posted(in_account_id, in_cause) then
    credits := 0;
    in_cause := null;
  end if;
  if credits > held.monthly + held.prepaid + held.owed then
    raise exception 'a hold of % credits cannot pay %', held.monthly + held.prepaid + held.owed, credits;
  end if;
  of_month := least(held.monthly, credits);
  of_prepaid := least(held.prepaid, credits - of_month);
  -- What was to be owed may have been settled meanwhile: it was paid for, then.
  of_owed := held.owed - (credits - of_month - of_prepaid);
  is_over := held.made_at < books.turned_at;
  perform post_ledger_entry(in_account_id, in_entry_id, case when credits > 0 then 'charge' else 'release' end, in_note, in_workbook_id,
    jsonb_build_object(
      'held', -(held.monthly + held.prepaid + held.owed),
      'spent', credits,
      case when is_over then 'lapsed' else 'monthly' end, held.monthly - of_month,
      'prepaid', held.prepaid - of_prepaid + of_owed - least(of_owed, -books.owed),
      'owed', least(of_owed, -books.owed)),
    in_cause, in_op_id);
  return true;
end $$;

revoke all on function end_hold from public, bindery_service;
grant execute on function end_hold to bindery_service;
