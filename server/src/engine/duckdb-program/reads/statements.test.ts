import { expect, test } from 'vitest'
import { FrameReader, writeFrame } from '../../duckdb/protocol/frames.ts'
import type { PageCommand } from '../../duckdb/protocol/protocol.ts'
import { quoteName } from '../../duckdb/protocol/quote-name.ts'
import type { ReadColumn } from '../../duckdb/protocol/run-protocol.ts'
import { afterSql, Parameters } from './filter-sql.ts'
import { orderedStatement, windowStatement } from './read-statements.ts'
import { adjustBlocks, countRows, findOffset, guessWidth, lastId, sortedBlocks } from './row-sender.ts'

const text: ReadColumn = { id: 1, type: 'VARCHAR', isMasked: false }
const number: ReadColumn = { id: 2, type: 'INTEGER', isMasked: false }
const masked: ReadColumn = { id: 3, type: 'DATE', isMasked: true }

const PAGE: PageCommand = {
  do: 'page',
  key: 't1',
  columns: [text, masked],
  known: [text, number, masked],
  limit: 10,
  start: { offset: 0 },
  orderBy: [],
  filter: null,
  isCounted: false,
}

test('a name cannot end its own quotes', () => {
  expect(quoteName('a"; DROP TABLE t; --')).toBe('"a""; DROP TABLE t; --"')
})

test('values are parameters, cast to the type of their column; a masked column is NULL of its type', () => {
  const filter = {
    and: [
      { columnId: 1, op: 'contains' as const, value: "'; --" },
      { columnId: 3, op: '=' as const, value: '2024-01-05' },
    ],
  }

  const { sql, parameters } = windowStatement(
    { relation: '_t."t1"', isInOrder: false },
    { ...PAGE, filter },
    { after: 5, last: 20, limit: 11 },
  )

  expect(sql).toBe(
    'SELECT __svc_row_id, "c1", NULL::DATE FROM _t."t1" WHERE __svc_row_id > 5 AND __svc_row_id <= 20' +
      ' AND (contains("c1", $1::VARCHAR) AND (NULL::DATE = CAST($2::VARCHAR AS DATE))) ORDER BY __svc_row_id LIMIT 11',
  )
  expect(parameters).toEqual(["'; --", '2024-01-05'])
})

test('contains is for text alone', () => {
  const filter = { columnId: 2, op: 'contains' as const, value: '1' }

  expect(() => orderedStatement('_t."t1"', { ...PAGE, filter }, 11)).toThrow('contains on a INTEGER')
})

test('after a NULL only later ids of the same NULL follow', () => {
  const parameters = new Parameters()
  const columns = new Map([[2, number]])

  const sql = afterSql({ values: [null], rowId: 7 }, [{ columnId: 2, isDescending: true }], columns, parameters)

  expect(sql).toBe('(("c2" IS NULL AND __svc_row_id > 7))')
  expect(parameters.values).toEqual([])
})

test('blocks tell how many rows there are, where the n-th lies, and how wide to look', () => {
  const blocks = sortedBlocks([
    [3, 10],
    [0, 5],
  ])

  expect(countRows(blocks)).toBe(15)
  expect(lastId(blocks)).toBe(4 * 65_536 - 1)
  expect(findOffset(blocks, 4)).toEqual({ after: -1, last: 65_535, skip: 4 })
  expect(findOffset(blocks, 5)).toEqual({ after: 3 * 65_536 - 1, last: 4 * 65_536 - 1, skip: 0 })
  expect(findOffset(blocks, 15)).toBeNull()
  expect(guessWidth(blocks, 65_536, 10)).toBe(2 * 65_536 + 65_536 * 1.5)
  expect([...adjustBlocks(blocks, [1, 2, 3, 4, 5], [65_536])]).toEqual([
    [1, 1],
    [3, 10],
  ])
})

/** Too large to be sent in one piece with its header. */
const LARGE = Buffer.alloc(50_000, 'large ')

test('frames survive being cut anywhere', () => {
  const written: Buffer[] = []
  const socket = { write: (part: Buffer) => written.push(part) > 0 }
  writeFrame(socket, { id: 1, text: 'ö' })
  writeFrame(socket, { id: 2 }, Buffer.from('payload'))
  writeFrame(socket, [])
  writeFrame(socket, { id: 3 }, LARGE)
  const stream = Buffer.concat(written)

  for (const size of [1, 2, 3, 5, 7, 8, 9, 13, 31, 64, 1_000, 30_000, stream.length]) {
    const reader = new FrameReader()
    const read = []
    for (let n = 0; n < stream.length; n += size) read.push(...reader.read(stream.subarray(n, n + size)))
    expect(read.map(({ header }) => header)).toEqual([{ id: 1, text: 'ö' }, { id: 2 }, [], { id: 3 }])
    expect(Buffer.concat(read[1]?.payload ?? []).toString()).toBe('payload')
    expect(Buffer.concat(read[3]?.payload ?? []).equals(LARGE)).toBe(true)
  }
})
