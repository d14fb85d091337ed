-- A run came to nothing, or there is other code to run: the output keeps what it holds and is stale, and so is all that is
-- made from it. False: another run has begun since.
create or replace function fail_run(in_workbook_id uuid, in_table_id uuid, in_token uuid, in_reason text, event_actor json) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  t table_head;
  spread record;
begin
  select * into t from table_head h where h.workbook_id = in_workbook_id and h.table_id = in_table_id;
  if t.run_token is distinct from in_token then
    return false;
  end if;
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
  update table_head h set stale_since = coalesce(h.stale_since, head.last_at), stale_reason = in_reason, run_token = null
  where h.workbook_id = in_workbook_id and h.table_id = in_table_id;
  if t.stale_since is null then
    head := link_event(head, new_id(), 'artifact.stale', event_actor, stale_event(in_workbook_id, in_table_id, head.last_at));
    spread := spread_stale(head, array[in_table_id], event_actor);
    head := spread.head;
    update workbook_head h set event_seq = head.event_seq, last_at = head.last_at where h.workbook_id = in_workbook_id;
  end if;
  return true;
end $$;

revoke all on function fail_run from public, bindery_service;
grant execute on function fail_run to bindery_service;
