-- What can be found by search. Kept by triggers in the transaction of each change, so that no writer can forget it.

-- One spelling for what people take for the same: width, case, kana, variants of characters, and what stands between words.
create function folded(t text) returns text
language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(regexp_replace(translate(replace(translate(
    lower(normalize(t, NFKC)),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ髙﨑濵濱邊邉齋齊斎澤廣國會學櫻瀧嶋縣號圖價賣實數總',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔかかゝゞ高崎浜浜辺辺斉斉斉沢広国会学桜滝島県号図価売実数総'),
    -- The dot between words of katakana is written or not; all else that divides becomes a space.
    '・', ''),
    E'_-./\\()[]{}<>,:;!?''"`~@#$%^&*+=|\t\r\n、。「」『』【】〔〕〈〉《》〜―‐–—…※→←↑↓■□◆◇●○★☆', repeat(' ', 80)),
    -- So is a long vowel at the end of a word of katakana.
    'ー(?![ぁ-ゖー])', '', 'g'),
    -- Headers are often spaced out: 氏 名.
    '([^ -~]) +(?=[^ -~])', '\1', 'g'))
$$;

-- Parts of a folded text: single and paired characters of Japanese, which knows no words; of words in Latin letters and
-- digits the threes, the beginning being two spaces.
create function grams(folded_text text) returns setof text
language sql immutable strict parallel safe as $$
  select distinct substr(run[1], n, width)
  from regexp_matches(folded_text, '[^ -~]+', 'g') as run, generate_series(1, length(run[1])) as n, generate_series(1, 2) as width
  where n + width - 1 <= length(run[1])
  union
  select substr('  ' || run[1], n, 3)
  from regexp_matches(folded_text, '[!-~]+', 'g') as run, generate_series(1, length(run[1])) as n
$$;

-- Parts of a word somebody asks for, as every text has them that has this word. Two letters or fewer are meant as a beginning.
create function asked_grams(folded_word text) returns setof text
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

-- What a text has of these parts, in a few bits: each part sets four of them, or two in a name. All bits of what is asked for are then set in every
-- text that has it, and seldom in another; so what is found is looked at again.
-- hashtextextended stays what it is as long as hash partitions do, which other tables rest on.
create function text_signature(grams text[]) returns bit(1024)
language sql immutable strict parallel safe as $$
  select coalesce(bit_or(set_bit(b'0'::bit(1024), (hashtextextended(gram, n) & 1023)::integer, 1)), b'0'::bit(1024))
  from unnest(grams) as gram, generate_series(1, 4) as n
$$;
create function name_signature(grams text[]) returns bit(128)
language sql immutable strict parallel safe as $$
  select coalesce(bit_or(set_bit(b'0'::bit(128), (hashtextextended(gram, n) & 127)::integer, 1)), b'0'::bit(128))
  from unnest(grams) as gram, generate_series(1, 2) as n
$$;

-- An artifact or a source, by what it can be found. All texts are folded.
create table search_entry (
  workbook_id  uuid not null references workbook on delete cascade,
  item_id      uuid not null,
  kind         text not null check (kind in ('artifact', 'source')),
  account_id   uuid not null,
  workspace_id uuid not null,
  name         text not null,
  description  text not null,
  -- With their origins: who may not see a column does not find it by its name either.
  columns      text[] not null,
  origins      integer[] not null,
  filenames    text[] not null,
  signature      bit(1024) not null,
  name_signature bit(128) not null,
  name_hash      integer not null,
  primary key (workbook_id, item_id),
  check (cardinality(columns) = cardinality(origins))
);
-- Whoever searches reads the signatures of his own accounts, one after the other, and nothing of anybody else.
create index search_entry_signatures on search_entry (account_id)
  include (signature, name_signature, name_hash, workspace_id, workbook_id, item_id);
-- Only what autovacuum has been over can be read from the index alone.
alter table search_entry set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
revoke insert, update, delete, truncate on search_entry from bindery_service;

create function signed_entry(entry search_entry) returns search_entry
language plpgsql immutable as $$
begin
  entry.signature := text_signature(array(select grams(concat_ws(' ',
    entry.name, entry.description, array_to_string(entry.columns, ' '), array_to_string(entry.filenames, ' ')))));
  entry.name_signature := name_signature(array(select grams(entry.name)));
  entry.name_hash := hashtext(entry.name);
  return entry;
end $$;

-- Puts an entry where it belongs; one that is there already as it is costs nothing.
create function keep_entry(entry search_entry) returns void
language plpgsql as $$
begin
  perform from search_entry e
  where e.workbook_id = entry.workbook_id and e.item_id = entry.item_id
    and (e.account_id, e.workspace_id, e.name, e.description, e.columns, e.origins, e.filenames)
      is not distinct from (entry.account_id, entry.workspace_id, entry.name, entry.description, entry.columns, entry.origins, entry.filenames);
  if found then
    return;
  end if;
  entry := signed_entry(entry);
  delete from search_entry e where e.workbook_id = entry.workbook_id and e.item_id = entry.item_id;
  insert into search_entry select entry.*;
end $$;

create function note_artifact(in_workbook_id uuid, in_artifact_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry;
begin
  select a.workbook_id, a.artifact_id, 'artifact', s.account_id, s.workspace_id, folded(a.name), folded(coalesce(a.description, '')),
    coalesce(c.names, '{}'), coalesce(c.origins, '{}'), f.names
  into entry
  from artifact a join workbook w using (workbook_id) join workspace s using (workspace_id)
  left join table_head h on h.workbook_id = a.workbook_id and h.table_id = a.artifact_id
  left join table_schema t on t.workbook_id = h.workbook_id and t.table_id = h.table_id and t.schema_no = h.schema_no,
  lateral (
    select array_agg(folded(c ->> 'name') order by n) as names, array_agg((c ->> 'origin')::integer order by n) as origins
    from jsonb_array_elements(t.columns) with ordinality as l (c, n)) as c,
  lateral (
    select array(select distinct folded(r.filename) from source_table o join source_revision r using (workbook_id, source_id)
      where o.workbook_id = a.workbook_id and o.table_id = a.artifact_id order by 1) as names) as f
  where a.workbook_id = in_workbook_id and a.artifact_id = in_artifact_id and a.deleted_at is null;
  if found then
    perform keep_entry(entry);
  else
    delete from search_entry e where e.workbook_id = in_workbook_id and e.item_id = in_artifact_id;
  end if;
end $$;

create function note_source(in_workbook_id uuid, in_source_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry;
begin
  select o.workbook_id, o.source_id, 'source', s.account_id, s.workspace_id, folded(o.name), '', '{}', '{}',
    array(select distinct folded(r.filename) from source_revision r
      where r.workbook_id = o.workbook_id and r.source_id = o.source_id order by 1)
  into entry
  from source o join workbook w using (workbook_id) join workspace s using (workspace_id)
  where o.workbook_id = in_workbook_id and o.source_id = in_source_id;
  if found then
    perform keep_entry(entry);
  else
    delete from search_entry e where e.workbook_id = in_workbook_id and e.item_id = in_source_id;
  end if;
end $$;

-- All of them at the end of the transaction: a table that comes to be is noted once, with its columns.
create function note_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  row record := coalesce(new, old);
begin
  case tg_table_name
    when 'artifact' then perform note_artifact(row.workbook_id, row.artifact_id);
    when 'source' then perform note_source(row.workbook_id, row.source_id);
    when 'source_revision' then
      perform note_source(row.workbook_id, row.source_id);
      perform note_artifact(t.workbook_id, t.table_id) from source_table t
      where t.workbook_id = row.workbook_id and t.source_id = row.source_id;
    -- table_head and source_table
    else perform note_artifact(row.workbook_id, row.table_id);
  end case;
  return null;
end $$;

create constraint trigger noted after insert or delete or update of name, description, deleted_at on artifact
  initially deferred for each row execute function note_change();
-- Fired by edits of the schema alone: edits of rows are many.
create constraint trigger noted after update on table_head
  initially deferred for each row when (old.schema_no <> new.schema_no) execute function note_change();
create constraint trigger noted after insert or delete or update of name on source
  initially deferred for each row execute function note_change();
create constraint trigger noted after insert on source_revision
  initially deferred for each row execute function note_change();
create constraint trigger noted after insert or delete on source_table
  initially deferred for each row execute function note_change();

revoke all on function signed_entry, keep_entry, note_artifact, note_source, note_change from public;

select note_artifact(workbook_id, artifact_id) from artifact;
select note_source(workbook_id, source_id) from source;
