create or replace function is_posted(in_account_id uuid, in_cause text) returns boolean
language sql stable as $$
  select exists (select from ledger_entry where account_id = in_account_id and cause = in_cause)
$$;

revoke all on function is_posted from public, bindery_service;
