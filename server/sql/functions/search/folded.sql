-- One spelling for what people take for the same: width, case, kana, variants of characters, and what stands between words.
create or replace function folded(t text) returns text
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
