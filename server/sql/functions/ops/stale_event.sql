create or replace function stale_event(in_workbook_id uuid, in_table_id uuid, in_at timestamptz) returns json
language sql stable as $$
  select json_build_object(
    'artifact', json_build_object('id', wire_id('art', a.artifact_id), 'name', a.name, 'type', a.kind, 'layer', a.layer),
    'stale_since', wire_time(in_at),
    'upstream', (select json_agg(u.name order by u.name) from lineage l
      join artifact u on u.workbook_id = l.workbook_id and u.artifact_id = l.from_id
      where l.workbook_id = in_workbook_id and l.to_id = in_table_id and l.kind = 'transform'))
  from artifact a where a.workbook_id = in_workbook_id and a.artifact_id = in_table_id
$$;

revoke all on function stale_event from public, bindery_service;
