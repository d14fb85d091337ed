-- The only writer of the ledger: `postings` says by how much each book changes, {"issued": -100, "prepaid": 100}.
-- The balance's own checks refuse postings that do not sum to zero or would overdraw a book.
create or replace function post_ledger_entry(
  in_account_id uuid, in_entry_id uuid, in_reason text, in_note text, in_workbook_id uuid, postings jsonb,
  in_cause text default null, in_op_id bigint default null
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ledger_balance (account_id) values (in_account_id) on conflict do nothing;
  update ledger_balance set
    prepaid = prepaid + coalesce((postings ->> 'prepaid')::bigint, 0),
    monthly = monthly + coalesce((postings ->> 'monthly')::bigint, 0),
    held = held + coalesce((postings ->> 'held')::bigint, 0),
    owed = owed + coalesce((postings ->> 'owed')::bigint, 0),
    spent = spent + coalesce((postings ->> 'spent')::bigint, 0),
    lapsed = lapsed + coalesce((postings ->> 'lapsed')::bigint, 0),
    issued = issued + coalesce((postings ->> 'issued')::bigint, 0)
  where account_id = in_account_id;
  insert into ledger_entry (account_id, entry_id, reason, note, workbook_id, cause, op_id)
  values (in_account_id, in_entry_id, in_reason, in_note, in_workbook_id, in_cause, in_op_id);
  insert into ledger_posting (account_id, entry_id, book, amount)
  select in_account_id, in_entry_id, key, value::bigint from jsonb_each_text(postings) where value::bigint <> 0;
end $$;

revoke all on function post_ledger_entry from public, bindery_service;
