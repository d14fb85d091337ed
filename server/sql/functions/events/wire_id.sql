-- A prefix and the 26 characters of a ULID, as every id on the wire: 128 bits behind two zeros, five at a time. Written out,
-- because an event has four ids and a loop takes twice as long.
create or replace function wire_id(prefix text, id uuid)
returns text
language plpgsql immutable parallel safe as $$
declare
  digits constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  hex text := replace(id::text, '-', '');
  top integer := ('x' || left(hex, 2))::bit(8)::integer;
  mid bigint := ('x' || substr(hex, 3, 15))::bit(60)::bigint;
  low bigint := ('x' || substr(hex, 18))::bit(60)::bigint;
begin
  return prefix || '_' || substr(digits, (top >> 5) + 1, 1) || substr(digits, (top & 31) + 1, 1)
    || substr(digits, (mid >> 55)::integer + 1, 1) || substr(digits, (mid >> 50 & 31)::integer + 1, 1)
    || substr(digits, (mid >> 45 & 31)::integer + 1, 1) || substr(digits, (mid >> 40 & 31)::integer + 1, 1)
    || substr(digits, (mid >> 35 & 31)::integer + 1, 1) || substr(digits, (mid >> 30 & 31)::integer + 1, 1)
    || substr(digits, (mid >> 25 & 31)::integer + 1, 1) || substr(digits, (mid >> 20 & 31)::integer + 1, 1)
    || substr(digits, (mid >> 15 & 31)::integer + 1, 1) || substr(digits, (mid >> 10 & 31)::integer + 1, 1)
    || substr(digits, (mid >> 5 & 31)::integer + 1, 1) || substr(digits, (mid & 31)::integer + 1, 1)
    || substr(digits, (low >> 55)::integer + 1, 1) || substr(digits, (low >> 50 & 31)::integer + 1, 1)
    || substr(digits, (low >> 45 & 31)::integer + 1, 1) || substr(digits, (low >> 40 & 31)::integer + 1, 1)
    || substr(digits, (low >> 35 & 31)::integer + 1, 1) || substr(digits, (low >> 30 & 31)::integer + 1, 1)
    || substr(digits, (low >> 25 & 31)::integer + 1, 1) || substr(digits, (low >> 20 & 31)::integer + 1, 1)
    || substr(digits, (low >> 15 & 31)::integer + 1, 1) || substr(digits, (low >> 10 & 31)::integer + 1, 1)
    || substr(digits, (low >> 5 & 31)::integer + 1, 1) || substr(digits, (low & 31)::integer + 1, 1);
end $$;
