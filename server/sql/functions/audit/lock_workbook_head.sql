-- The one lock of a workbook. Every writer takes it first, so no two writers can wait for each other in a circle.
create or replace function lock_workbook_head(in_workbook_id uuid) returns workbook_head
language plpgsql as $$
declare
  head workbook_head;
begin
  select * into strict head from workbook_head where workbook_id = in_workbook_id for update;
  return head;
end $$;
