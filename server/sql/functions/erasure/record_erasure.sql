-- Informs the nodes. Runs that are under way have read what is erased: none of them commits. The caller holds the head lock.
create or replace function record_erasure(in_workbook_id uuid, in_erasure_id uuid, in_tables uuid[], in_objects text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update table_head h set run_token = null where h.workbook_id = in_workbook_id and h.run_token is not null;
  insert into erasure (workbook_id, erasure_id, tables, objects) values (in_workbook_id, in_erasure_id, in_tables, in_objects)
$$;

revoke all on function record_erasure from public, bindery_service;
grant execute on function record_erasure to bindery_service;
