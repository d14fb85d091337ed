-- Makes segments live, if their writer still holds them: a paused one whose lease ran out finds them gone. False: one is.
create or replace function make_live(in_workbook_id uuid, listed jsonb) returns boolean
language plpgsql as $$
begin
  update segment s set state = 'L', lease_until = null, unreferenced_since = null
  from jsonb_array_elements(listed) as e
  where s.workbook_id = in_workbook_id and s.segment_id = (e ->> 0)::uuid
    and (s.state = 'P' and s.sha256 is not null or s.state = 'L' and s.unreferenced_since is not null);
  return not exists (
    select from jsonb_array_elements(listed) as e
    left join segment s on s.workbook_id = in_workbook_id and s.segment_id = (e ->> 0)::uuid and s.state = 'L'
    where s.segment_id is null);
end $$;

revoke all on function make_live from public, bindery_service;
