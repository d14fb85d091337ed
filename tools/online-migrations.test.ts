import { expect, test } from 'vitest'
import { findBlockingMigrations } from './online-migrations.ts'

const find = (text: string, file = 'server/migrations/0099-next.sql') =>
  findBlockingMigrations(new Map([[file, text]])).map(({ line, about }) => `${line}: ${about}`)

test.each([
  ['an index under a lock', 'create index job_by_kind on job (kind);', 'concurrently'],
  ['a unique index under a lock', 'create unique index on job (kind);', 'concurrently'],
  ['a column taken away', 'alter table job drop column error;', 'read the column'],
  ['a column taken away in short', 'alter table job drop error;', 'read the column'],
  ['a table taken away', 'drop table job;', 'release before'],
  ['a function taken away', 'drop function charge_credits;', 'release before'],
  ['another name', 'alter table job rename column error to failure;', 'old name'],
  ['another type', 'alter table job alter column attempts type bigint;', 'rewrites every row'],
  ['a column that must be filled in', 'alter table job add column place text not null;', 'do not fill it in'],
  [
    'a column computed for every row',
    "alter table job add x text generated always as ('a') stored;",
    'rewrites every row',
  ],
  ['a new value for every row', 'alter table job add column x uuid default gen_random_uuid();', 'rewrites every row'],
  ['a column with a check', 'alter table job add column x text check (length(x) < 9);', 'not valid'],
  ['a check of all rows', 'alter table job add constraint fit check (attempts < 9);', 'not valid'],
  ['a reference of all rows', 'alter table job add foreign key (user_id) references person;', 'not valid'],
  ['a constraint that builds an index', 'alter table job add constraint once unique (kind);', 'concurrently'],
  ['a column declared full', 'alter table job alter column error set not null;', 'validate a check'],
  ['a validation that keeps locks', 'alter table job validate constraint fit;', 'outside of one'],
  ['a lock', 'lock table job;', 'locks everybody'],
  ['all rows at once', "update job set kind = 'x';", 'a few rows at a time'],
  ['a change behind a comment', "alter table job -- what; and nobody's\n  drop column b;", 'read the column'],
  ['the second of two changes', 'alter table job add column a text, drop column b;', 'read the column'],
])('a migration that locks nodes out or takes from them what they use is found: %s', (_, text, message) => {
  expect(find(text)).toEqual([expect.stringContaining(message)])
})

test.each([
  ['a new table with its indexes', 'create table place (a text check (a <> $x$;$x$));\ncreate index on place (a);'],
  ['a column that may be empty', 'alter table job add column place text;'],
  ['a column with a default', "alter table job add column place text not null default 'a, b';"],
  ['a check for what comes', 'alter table job add constraint fit check (attempts < 9) not valid;'],
  ['a constraint with its index', 'alter table job add constraint once unique using index job_once;'],
  ['a function', 'create or replace function f() returns void language sql as $$ update job set kind = kind $$;'],
  ['a constraint taken away', 'alter table job drop constraint fit;'],
  ['what is excused', '-- blocks nobody: unused since v0.2.0.\nalter table job drop column error;'],
  [
    'an index built beside the work',
    '-- outside a transaction\ndrop index concurrently if exists x;\ncreate index concurrently x on job (kind);',
  ],
  ['a validation on its own', '-- outside a transaction\nalter table job validate constraint fit;'],
])('a migration without effect on nodes passes: %s', (_, text) => {
  expect(find(text)).toEqual([])
})

test('a column is declared full once a validated check says so', () => {
  const files = new Map([
    ['server/migrations/0050-a.sql', 'alter table job add constraint full check (error is not null) not valid;'],
    ['server/migrations/0051-b.sql', '-- outside a transaction\nalter table job validate constraint full;'],
    ['server/migrations/0052-c.sql', 'alter table job alter column error set not null;'],
  ])

  expect(findBlockingMigrations(files)).toEqual([])
})

test.each([
  ['something else', '-- outside a transaction\nalter table job add column a text;', 'only indexes and validations'],
  [
    'an index that may be half built',
    '-- outside a transaction\ncreate index concurrently x on job (a);',
    'half built',
  ],
])('outside a transaction stands only what can be run again: %s', (_, text, message) => {
  expect(find(text)).toEqual([expect.stringContaining(message)])
})

test('a fault is reported with its line', () => {
  const text = '-- What it means.\ncreate table a (b text);\n\n-- And why.\nalter table job\n  drop column error;\n'

  expect(find(text)).toEqual(['5: nodes of the release before read the column'])
})

test('migrations of the first release are left alone: no node was upgraded to it', () => {
  expect(find('drop table job;', 'server/migrations/0043-direct-uploads.sql')).toEqual([])
})
