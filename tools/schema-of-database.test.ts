import { expect, test } from 'vitest'
import { sectionsOf, titleOf, writeSchema } from './schema-of-database.ts'

const BASELINE = `-- Stands for: …

-- ── People

-- Someone.
create table person (id uuid);

-- ── Things

-- Something.
create table thing (id uuid);
`

test('tables stand in their section of the baseline, functions in that of their folder, each below its comment', () => {
  const parts = [
    { kind: 'table', name: 'person', sql: 'create table person (id uuid);' },
    { kind: 'table', name: 'thing', sql: 'create table thing (id uuid);' },
    { kind: 'function', name: 'find_person', sql: 'CREATE OR REPLACE FUNCTION public.find_person() …  \n;' },
  ] as const
  const functions = { title: 'People', sql: '-- Finds one by an index.\ncreate or replace function find_person() …' }

  const schema = writeSchema(parts, [...sectionsOf(BASELINE), functions])

  expect(schema.slice(schema.indexOf('-- ── '))).toBe(`-- ── People

-- Someone.
create table person (id uuid);

-- Finds one by an index.
create function find_person() …
;

-- ── Things

-- Something.
create table thing (id uuid);
`)
})

test('a part of the database that no file makes is reported', () => {
  expect(() => writeSchema([{ kind: 'function', name: 'stray', sql: '' }], sectionsOf(BASELINE))).toThrow('stray')
})

test.each([
  ['0110-saved-views.sql', 'Saved views'],
  ['sync-bindings', 'Sync bindings'],
])('the title of %s is %s', (name, title) => {
  expect(titleOf(name)).toBe(title)
})
