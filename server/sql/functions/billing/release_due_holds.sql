-- Gives back what was held for those who died. How many there were.
create or replace function release_due_holds(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due ledger_hold;
  released integer := 0;
begin
  for due in select * from ledger_hold where until < now() order by account_id, hold_id limit most loop
    if end_hold(due.account_id, due.hold_id, gen_random_uuid(), 0, 'the work was not finished', null) then
      released := released + 1;
    end if;
  end loop;
  return released;
end $$;

revoke all on function release_due_holds from public, bindery_service;
grant execute on function release_due_holds to bindery_service;
