-- An account that wants it is topped up as soon as its buckets are low.
create or replace function ask_for_topup(in_account_id uuid) returns void
language sql as $$
  select enqueue_task('billing.topup', json_build_object('account_id', account_id), 'billing.topup:' || account_id, null, 5)
  from account_billing join ledger_balance l using (account_id)
  where account_id = in_account_id and auto_topup and payment_method_ref is not null
    and l.monthly + l.prepaid + l.owed < topup_threshold
$$;

revoke all on function ask_for_topup from public, bindery_service;
