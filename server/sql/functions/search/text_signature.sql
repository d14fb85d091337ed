-- What a text has of these parts, in a few bits: each part sets four of them, or two in a name. All bits of what is asked for are then set in every
-- text that has it, and seldom in another; so what is found is looked at again.
-- hashtextextended stays what it is as long as hash partitions do, which other tables rest on.
create or replace function text_signature(grams text[]) returns bit(1024)
language sql immutable strict parallel safe as $$
  select coalesce(bit_or(set_bit(b'0'::bit(1024), (hashtextextended(gram, n) & 1023)::integer, 1)), b'0'::bit(1024))
  from unnest(grams) as gram, generate_series(1, 4) as n
$$;
