-- Segments of a manifest, each replaced by the one that was written for it: {"<old id>": [segment_id, row_lo, …]}.
create or replace function with_segments(segments jsonb, swaps jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(coalesce(swaps -> (e ->> 0), e) order by n), segments)
  from jsonb_array_elements(segments) with ordinality as listed (e, n)
$$;

revoke all on function with_segments from public, bindery_service;
