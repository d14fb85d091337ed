-- A table that becomes stale may make dashboards stale. A minute later a task looks at what is stale then: many tables are
-- recomputed at once.
create or replace function ask_for_stale_dashboards() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from dashboard d where d.workbook_id = new.workbook_id) then
    perform enqueue_task('notify-stale-dashboards', json_build_object('workbookId', new.workbook_id),
      'notify-stale-dashboards:' || new.workbook_id, now() + interval '1 minute', 3);
  end if;
  return null;
end $$;
