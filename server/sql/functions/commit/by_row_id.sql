create or replace function by_row_id(segments jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(e order by (e ->> 1)::bigint), '[]') from jsonb_array_elements(segments) as e
$$;

revoke all on function by_row_id from public, bindery_service;
