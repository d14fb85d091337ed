import { expect, test } from 'vitest'
import { formatColumnType, parseColumnType } from './column-type.ts'

test.each([
  ['VARCHAR', 'VARCHAR'],
  ['text', 'VARCHAR'],
  ['String', 'VARCHAR'],
  ['INTEGER', 'INTEGER'],
  ['int', 'INTEGER'],
  ['BIGINT', 'BIGINT'],
  ['double', 'DOUBLE'],
  ['FLOAT', 'DOUBLE'],
  ['real', 'DOUBLE'],
  ['BOOLEAN', 'BOOLEAN'],
  ['bool', 'BOOLEAN'],
  ['date', 'DATE'],
  ['TIME', 'TIME'],
  ['timestamp', 'TIMESTAMP'],
  ['DATETIME', 'TIMESTAMP'],
  ['TimestampTZ', 'TIMESTAMPTZ'],
  ['uuid', 'UUID'],
  [' Json\n', 'JSON'],
  ['DECIMAL', 'DECIMAL(38,10)'],
  ['numeric', 'DECIMAL(38,10)'],
  ['decimal(10,2)', 'DECIMAL(10,2)'],
  [' NUMERIC ( 4 , 4 ) ', 'DECIMAL(4,4)'],
  ['DECIMAL(18)', 'DECIMAL(18,0)'],
  ['DECIMAL(1,0)', 'DECIMAL(1,0)'],
  ['DECIMAL(38,38)', 'DECIMAL(38,38)'],
])('the type %j is written %s', (text, written) => {
  const type = parseColumnType(text)

  expect(type && formatColumnType(type)).toBe(written)
  expect(parseColumnType(written)).toEqual(type)
})

test.each(
  [
    ['', 'SMALLINT', 'HUGEINT', 'BLOB', 'INTERVAL', 'INTEGER[]', 'STRUCT(a INTEGER)', 'TIMESTAMP WITH TIME ZONE'],
    ['DECIMAL(0,0)', 'DECIMAL(39,0)', 'DECIMAL(4,5)', 'DECIMAL(-1,0)', 'DECIMAL()', 'DECIMAL(4,)', 'DECIMAL(4,2,1)'],
    ['VARCHAR(10)', 'INT(11)', 'DOUBLE PRECISION', 'INTEGER; DROP TABLE x', 'constructor', '__proto__'],
    // Their capitals are ASCII letters, they are not.
    ['ınt', 'ſtring'],
  ].flat(),
)('%j is no type of a column', (text) => {
  expect(parseColumnType(text)).toBeUndefined()
})
