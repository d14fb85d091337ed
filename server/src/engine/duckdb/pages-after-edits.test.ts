import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyCellText } from '../../../test/any-cell.ts'
import { typeNamed } from '../../../test/encoded-result.ts'
import { column, statesOf, TableWorld } from '../../../test/table-world.ts'
import type { RowEdit } from '../table/commit.ts'
import type { ReadableTable } from '../table/readable-table.ts'
import type { Cells } from '../table/table.ts'
import { parseValue } from '../values/values.ts'
import type { OpenReader } from './open-reader.ts'

let world: TableWorld
let keeping: OpenReader
let asking: OpenReader

beforeAll(async () => {
  world = await TableWorld.open()
  keeping = world.newReader({ settings: { pageCacheBytes: 64 * 1024 ** 2 } })
  asking = world.newReader({ settings: { pageCacheBytes: 0 } })
})
afterAll(() => world.close())

const PLAIN = ['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'UUID']
const TYPES = [...PLAIN, 'JSON', 'DECIMAL(18,2)', 'DECIMAL(38,10)']
const NAMES = ['a "quoted" name', '売上 {円}', 'back\\slash', '[list]', 'a,b:c', 'ümlaut\n', '__proto__']

const pageOf = async (reader: OpenReader, table: ReadableTable, offset: number, limit: number) => {
  const start = { offset }
  const request = { columnIds: table.columns.map(({ id }) => id), limit, start, orderBy: [], filter: null }
  const format = { format: 'json', shape: 'objects' } as const
  const page = await reader.encodedPage(table, { ...request, isCounted: false }, format, true)
  return { ...page, rows: page.rows.toString() }
}

const oneOf = <T>(list: readonly T[]): T => {
  const [found] = fc.sample(fc.constantFrom(...list), 1)
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

const below = (n: number) => oneOf(Array.from({ length: n }, (_, i) => i))

/** Some cells of a row, each with a value of its type, canonical. */
function someCells(share: number): Cells {
  const chosen = TYPES.flatMap((name, n) => (Math.random() < share ? [[String(n + 1), anyCell(name)] as const] : []))
  return Object.fromEntries(chosen.length > 0 ? chosen : [['1', anyCell('VARCHAR')]])
}

function anyCell(name: string): string | null {
  if (Math.random() < 0.1) return null
  const type = typeNamed(name)
  const [text = ''] = fc.sample(anyCellText(type), 1)
  const parsed = parseValue(type, text)
  return 'text' in parsed ? parsed.text : null
}

function anyEdit(rowIds: readonly number[]): RowEdit {
  const kind = Math.random()
  if (kind < 0.08) return { op: 'I', rowId: null, cells: someCells(0.5), before: null }
  const rowId = oneOf(rowIds)
  if (kind < 0.13) return { op: 'D', rowId, cells: null, before: {} }
  return { op: 'U', rowId, cells: someCells(0.2), before: {} }
}

test('pages that followed edits are the bytes that an engine writes, and so are single rows', {
  timeout: 300_000,
}, async () => {
  const { workbookId, tableId } = await world.newTableAlone(TYPES)
  const columns = TYPES.map((type, n) => ({ ...column(n + 1, type), name: NAMES[n] ?? `c${n}` }))
  await world.write(workbookId, { tableId, expected: null, kind: 'schema', columns })
  let rowIds = await world.insert(
    workbookId,
    tableId,
    Array.from({ length: 430 }, () => someCells(0.8)),
  )

  for (let round = 0; round < 60; round++) {
    const masks = [{}, { masked: [2, 11] }, { denied: [1, 7] }, { styles: { 3: 'hash' as const } }]
    const table = await world.readable(workbookId, tableId, oneOf(masks))
    const [offset, limit] = [below(rowIds.length), 1 + below(250)]
    expect(await pageOf(keeping, table, offset, limit)).toEqual(await pageOf(asking, table, offset, limit))

    const seen = table.columns.map(({ id }) => id)
    const some = [oneOf(rowIds), oneOf(rowIds)]
    expect(await keeping.rowsById(table, some, seen)).toEqual(await asking.rowsById(table, some, seen))

    for (let n = below(4); n >= 0; n--) {
      const edits = new Map(
        Array.from({ length: 1 + below(3) }, () => anyEdit(rowIds)).map((edit) => [edit.rowId, edit]),
      )
      const committed = await world.edit(workbookId, tableId, [...edits.values()])
      const { editVersion = 0, rowCount = 0, rowIds: written = [] } = committed.tables[0] ?? {}
      const followed = [...edits.values()].map(({ op, cells }, place) => ({
        op,
        cells: cells ?? {},
        rowId: written[place] ?? 0,
      }))
      // What this node committed itself, and what others did.
      if (below(2) === 0) keeping.follow({ tableId, version: editVersion, rowCount, edits: followed })
      const added = [...edits.values()].flatMap(({ op }, place) =>
        op === 'I' ? (committed.tables[0]?.rowIds[place] ?? []) : [],
      )
      rowIds = [...rowIds.filter((id) => edits.get(id)?.op !== 'D'), ...added]
    }
  }
})

test('a page after edits of rows, and the rows of the next edit, are asked of no engine', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER'])
  const rowIds = await world.insert(
    workbookId,
    tableId,
    Array.from({ length: 250 }, (_, n) => ({ 1: `r${n}`, 2: String(n) })),
  )
  const [, second = 0] = rowIds
  await pageOf(keeping, await world.readable(workbookId, tableId), 0, 250)
  const [held] = await statesOf(keeping, workbookId)

  await world.edit(workbookId, tableId, [{ op: 'U', rowId: second, cells: { 1: 'new' }, before: { 1: 'r1' } }])
  const table = await world.readable(workbookId, tableId)
  const found = await keeping.rowsById(table, [second], [1, 2])
  const page = await pageOf(keeping, table, 0, 2)
  const [still] = await statesOf(keeping, workbookId)

  expect([found.version, found.rows.get(second)]).toEqual([table.version, { 1: 'new', 2: '1' }])
  expect(JSON.parse(page.rows)).toMatchObject([{ 'column 1': 'r0' }, { 'column 1': 'new', 'column 2': 1 }])
  expect(still?.version).toBe(held?.version)
})

test('what is masked does not come into a page of those who may not see it', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER'])
  const [rowId = 0] = await world.insert(workbookId, tableId, [{ 1: 'a', 2: '1' }])
  const open = () => world.readable(workbookId, tableId, { masked: [2] })
  await pageOf(keeping, await open(), 0, 10)
  await pageOf(keeping, await world.readable(workbookId, tableId), 0, 10)

  await world.edit(workbookId, tableId, [{ op: 'U', rowId, cells: { 1: 'b', 2: '77' }, before: { 1: 'a', 2: '1' } }])
  const page = await pageOf(keeping, await open(), 0, 10)
  const found = await keeping.rowsById(await open(), [rowId], [1, 2])

  expect(JSON.parse(page.rows)).toEqual([{ 'column 1': 'b', 'column 2': null, __svc_row_id: rowId }])
  expect(found.rows.get(rowId)).toEqual({ 1: 'b', 2: null })
})
