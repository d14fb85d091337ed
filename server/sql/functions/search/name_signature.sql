create or replace function name_signature(grams text[]) returns bit(128)
language sql immutable strict parallel safe as $$
  select coalesce(bit_or(set_bit(b'0'::bit(128), (hashtextextended(gram, n) & 127)::integer, 1)), b'0'::bit(128))
  from unnest(grams) as gram, generate_series(1, 2) as n
$$;
