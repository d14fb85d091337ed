-- Ops that one op has taken back together: all that was done under a session. For the transaction of that op, which holds the head.
create or replace function mark_undone(in_workbook_id uuid, op_ids bigint[], by_op_id bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  update op set undone_by = by_op_id where workbook_id = in_workbook_id and op_id = any (op_ids) and undone_by is null
$$;

revoke all on function mark_undone from public, bindery_service;
grant execute on function mark_undone to bindery_service;
