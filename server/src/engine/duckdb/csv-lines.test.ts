import { afterAll, beforeAll, expect, test } from 'vitest'
import { TableWorld } from '../../../test/table-world.ts'
import type { CsvForm } from '../reading/reader.ts'
import type { ReadableTable } from '../table/readable-table.ts'
import type { OpenReader } from './open-reader.ts'

let world: TableWorld
let one: OpenReader
let fromFiles: OpenReader

beforeAll(async () => {
  world = await TableWorld.open()
  one = world.newReader({ spares: 1 })
  fromFiles = world.newReader({ spares: 1, inMemoryBytes: 0 })
})
afterAll(() => world.close())

const FORM: CsvForm = { delimiter: ',', nullValue: '', lineEnd: '\n', escapesFormulas: true }

/** All lines of a table, and how many questions they took. */
async function linesOf(reader: OpenReader, table: ReadableTable): Promise<{ lines: string[]; questions: number }> {
  const columnIds = table.columns.map(({ id }) => id)
  const parts: Buffer[] = []
  let questions = 0
  for (let after: number | null = 0; after !== null; questions++) {
    const answer = await reader.csvLines(table, { columnIds, after, hasRowIds: true, form: FORM })
    parts.push(...answer.parts)
    after = answer.next
  }
  return { lines: Buffer.concat(parts).toString().trimEnd().split('\n'), questions }
}

test('rows come in the order of their ids, also those that were edited, deleted and added since', async () => {
  const { workbookId, tableId } = await world.newTableAlone()
  await world.append(
    workbookId,
    tableId,
    Array.from({ length: 3000 }, (_, n) => ({ 1: `r${n + 1}`, 2: String(n) })),
  )
  await world.edit(workbookId, tableId, [
    { op: 'U', rowId: 7, cells: { 1: '=edited' }, before: { 1: 'r7' } },
    { op: 'D', rowId: 2000, cells: null, before: { 1: 'r2000', 2: '1999' } },
    { op: 'I', rowId: null, cells: { 1: null, 2: '-5' }, before: null },
  ])
  const table = await world.readable(workbookId, tableId)

  for (const reader of [one, fromFiles]) {
    const { lines } = await linesOf(reader, table)

    expect(lines).toHaveLength(3000)
    expect(lines.slice(5, 8)).toEqual(['r6,5,6', "'=edited,6,7", 'r8,7,8'])
    expect(lines.slice(1998, 2000)).toEqual(['r1999,1998,1999', 'r2001,2000,2001'])
    expect(lines.at(-1)).toBe(',-5,3001')
  }
})

test('large rows come in several answers, each whole and none of them twice', async () => {
  const { workbookId, tableId } = await world.newTableAlone()
  await world.append(
    workbookId,
    tableId,
    Array.from({ length: 500 }, (_, n) => ({ 1: 'x'.repeat(50_000 + n), 2: String(n) })),
  )
  const table = await world.readable(workbookId, tableId)

  const { lines, questions } = await linesOf(one, table)

  expect(questions).toBeGreaterThan(2)
  expect(lines.map((line) => line.split(',').slice(1).join())).toEqual(lines.map((_, n) => `${n},${n + 1}`))
  expect(lines).toHaveLength(500)
})

test('of masked columns nothing comes, and an empty table has no lines', async () => {
  const { workbookId, tableId } = await world.newTableAlone()
  const empty = await linesOf(one, await world.readable(workbookId, tableId))
  await world.insert(workbookId, tableId, [{ 1: 'secret', 2: '1' }])

  const { lines } = await linesOf(one, await world.readable(workbookId, tableId, { masked: [1] }))

  expect(empty.lines).toEqual([''])
  expect(lines).toEqual([',1,1'])
})
