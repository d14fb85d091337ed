-- What a caller may see of a table hangs on the policies of those it was made from.
create or replace function raise_row_policy_epoch(in_workbook_ids uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update workbook_head h set policy_epoch = h.policy_epoch + 1
  where h.workbook_id = any (in_workbook_ids) and exists (select from row_policy p where p.workbook_id = h.workbook_id)
$$;

revoke all on function raise_row_policy_epoch from public, bindery_service;
