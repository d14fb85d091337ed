-- A ULID as uuid, as the nodes make them.
create or replace function new_id() returns uuid
language sql volatile as $$
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid
$$;
