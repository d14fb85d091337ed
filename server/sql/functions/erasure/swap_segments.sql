-- Every version of a table is read from the new segments from now on, and the old ones are doomed at once: no grace.
-- Segments that are being written were made from what is erased, so their writers come too late. False, and nothing has
-- happened: versions are read from segments that the erasure did not look at (`known`). The caller holds the head lock.
create or replace function swap_segments(in_workbook_id uuid, in_table_id uuid, swaps jsonb, known uuid[]) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from jsonb_array_elements(segments_named(in_workbook_id, in_table_id)) as e where (e ->> 0)::uuid <> all (known)) then
    return false;
  end if;
  if not make_live(in_workbook_id, (select coalesce(jsonb_agg(s.value), '[]') from jsonb_each(swaps) as s)) then
    raise exception 'a segment of table % is not there any more', in_table_id;
  end if;
  update manifest m set segments = with_segments(m.segments, swaps), added = with_segments(m.added, swaps)
  where m.workbook_id = in_workbook_id and m.table_id = in_table_id;
  update segment s set state = 'D', lease_until = null
  where s.workbook_id = in_workbook_id and s.table_id = in_table_id and (s.state = 'P' or swaps ? s.segment_id::text);
  return true;
end $$;

revoke all on function swap_segments from public, bindery_service;
grant execute on function swap_segments to bindery_service;
