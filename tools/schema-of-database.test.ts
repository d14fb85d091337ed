import { expect, test } from 'vitest'
import { originsOf, writeSchema } from './schema-of-database.ts'

const MIGRATIONS = [
  {
    file: '0001-people.sql',
    sql: '-- Someone.\ncreate table person (id uuid);\n\n-- Finds one.\ncreate function find_person() …',
  },
  { file: '0002-faster.sql', sql: '-- Finds one by an index.\ncreate or replace function find_person() …' },
]

test('a function stands where it was first made, in the form and with the comment of the last migration', () => {
  const parts = [
    { kind: 'table', name: 'person', sql: 'create table person (id uuid);' },
    { kind: 'function', name: 'find_person', sql: 'CREATE OR REPLACE FUNCTION public.find_person() …  \n;' },
  ] as const

  const schema = writeSchema(parts, originsOf(MIGRATIONS))

  expect(schema.slice(schema.indexOf('-- ── '))).toBe(`-- ── People (0001-people.sql)

-- Someone.
create table person (id uuid);

-- Finds one by an index.
-- As 0002-faster.sql made it.
create function find_person() …
;
`)
})
