-- Parts of a folded text: single and paired characters of Japanese, which knows no words; of words in Latin letters and
-- digits the threes, the beginning being two spaces.
create or replace function grams(folded_text text) returns setof text
language sql immutable strict parallel safe as $$
  select distinct substr(run[1], n, width)
  from regexp_matches(folded_text, '[^ -~]+', 'g') as run, generate_series(1, length(run[1])) as n, generate_series(1, 2) as width
  where n + width - 1 <= length(run[1])
  union
  select substr('  ' || run[1], n, 3)
  from regexp_matches(folded_text, '[!-~]+', 'g') as run, generate_series(1, length(run[1])) as n
$$;
