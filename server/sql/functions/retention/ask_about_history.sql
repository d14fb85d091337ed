-- Asks for every workbook to be tidied in which a version has come of age since the last look, at most a day of them at a
-- time. False: all of them were looked at.
create or replace function ask_about_history() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  oldest timestamptz := now() - history_age();
  since timestamptz;
  reached timestamptz;
begin
  select m.upto into strict since from retention_mark m where m.what = 'history' for update;
  reached := least(since + interval '1 day', oldest);
  if reached <= since then
    return false;
  end if;
  perform enqueue_task('workbook.tidy', json_build_object('workbook_id', aged.workbook_id), 'workbook.tidy:' || aged.workbook_id, null, 3)
  from (select distinct v.workbook_id from table_version v where v.at >= since and v.at < reached) as aged;
  update retention_mark set upto = reached where what = 'history';
  return reached < oldest;
end $$;

revoke all on function ask_about_history from public, bindery_service;
grant execute on function ask_about_history to bindery_service;
