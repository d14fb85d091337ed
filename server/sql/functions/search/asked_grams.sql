-- Parts of a word that is searched for, as every text has them that has this word. Two letters or fewer are meant as a beginning.
create or replace function asked_grams(folded_word text) returns setof text
language sql immutable strict parallel safe as $$
  select substr(run[1], n, width)
  from regexp_matches(folded_word, '[^ -~]+', 'g') as run, generate_series(1, length(run[1])) as n, generate_series(1, 2) as width
  where n + width - 1 <= length(run[1])
  union
  select substr(run[1], n, 3)
  from regexp_matches(folded_word, '[!-~]{3,}', 'g') as run, generate_series(1, length(run[1]) - 2) as n
  union
  select substr('  ' || folded_word, n, 3) from generate_series(1, length(folded_word)) as n where folded_word ~ '^[!-~]{1,2}$'
$$;
