-- A branch that has expired, a read that is over: what they held may go, if nothing else holds it. How many they were.
create or replace function drop_expired_pins(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dropped integer;
begin
  with gone as (
    delete from pin p using (select ctid from pin where expires_at < now() order by expires_at limit most) as old
    where p.ctid = old.ctid returning p.workbook_id
  ), asked as (
    select enqueue_task('workbook.tidy', json_build_object('workbook_id', g.workbook_id), 'workbook.tidy:' || g.workbook_id, null, 3)
    from (select distinct workbook_id from gone) as g
  )
  select (select count(*) from gone) + 0 * (select count(*) from asked) into dropped;
  return dropped;
end $$;

revoke all on function drop_expired_pins from public, bindery_service;
grant execute on function drop_expired_pins to bindery_service;
