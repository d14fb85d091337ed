-- The next number of everything an op counts, and its time. The caller holds the head lock.
create or replace function begin_op(inout head workbook_head)
language plpgsql as $$
begin
  head.edit_seq := head.edit_seq + 1;
  head.op_id := head.op_id + 1;
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
end $$;

revoke all on function begin_op from public, bindery_service;
