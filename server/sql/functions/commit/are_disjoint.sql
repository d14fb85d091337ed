-- Are the row ranges of these segments disjoint?
create or replace function are_disjoint(segments jsonb) returns boolean
language sql immutable as $$
  select coalesce(bool_and(row_lo > last_hi), true) from (
    select (e ->> 1)::bigint as row_lo, lag((e ->> 2)::bigint) over (order by (e ->> 1)::bigint) as last_hi
    from jsonb_array_elements(segments) as e) as ranges
  where last_hi is not null
$$;

revoke all on function are_disjoint from public, bindery_service;
