import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { column, contentOf, readPage, statesOf, TableWorld } from '../../../../test/table-world.ts'
import type { OpenReader } from '../open-reader.ts'

let world: TableWorld
beforeAll(async () => {
  world = await TableWorld.open()
})
afterAll(() => world.close())

test('a masked column reads as NULL wherever it is named, and its values never reach the engine', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'VARCHAR'])
  const rows = Array.from({ length: 50 }, (_, n) => ({ 1: `plain ${n}`, 2: `canary-${n}` }))
  const [rowId = 0] = await world.insert(workbookId, tableId, rows)
  await world.checkpoint(workbookId, tableId)
  await world.edit(workbookId, tableId, [{ op: 'U', rowId, cells: { 2: 'canary-new' }, before: { 2: 'canary-0' } }])
  const table = await world.readable(workbookId, tableId, { masked: [2] })
  const reader = world.newReader()

  const page = await readPage(reader, table, { orderBy: [{ columnId: 2, isDescending: true }], limit: 3 })
  const filtered = await readPage(reader, table, {
    filter: { columnId: 2, op: '=', value: 'canary-3' },
    isCounted: true,
  })
  const matched = await reader.matchRows(table, [2], [['canary-3']])
  const found = await reader.rowsById(table, [rowId], [1, 2])

  expect(contentOf(page)).toEqual([1, 2, 3].map((id) => [id, `plain ${id - 1}`, null]))
  expect([filtered.count, matched.rowIds]).toEqual([0, [[]]])
  expect(found.rows.get(rowId)).toEqual({ 1: 'plain 0', 2: null })
  expect((await statesOf(reader, workbookId)).map(({ columns }) => columns)).toEqual([['__svc_row_id', 'c1']])
})

test('an engine’s folder holds nothing of another workbook', async () => {
  const [a, b] = [await world.newTableAlone(['VARCHAR']), await world.newTableAlone(['VARCHAR'])]
  const reader = world.newReader()
  for (const { workbookId, tableId } of [a, b]) {
    await world.append(workbookId, tableId, [{ 1: workbookId }])
    await readPage(reader, await world.readable(workbookId, tableId))
  }

  const folders = (await reader.pool.enginesOf(a.workbookId)).map((engine) => engine.process.folders.input)
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const state = await statesOf(reader, a.workbookId)

  expect(folders.length).toBe(1)
  expect(files).toEqual([])
  expect(state.map(({ key }) => key)).toEqual([`t${a.tableId.replaceAll('-', '')}`])
})

test('of a hidden or dropped column no file reaches the engine, at older versions neither', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'VARCHAR', 'VARCHAR'])
  await world.append(workbookId, tableId, [{ 1: 'plain', 2: 'canary', 3: 'dropped' }])
  const before = await world.readable(workbookId, tableId, { denied: [2] })
  const columns = [column(1, 'VARCHAR'), column(2, 'VARCHAR')]
  await world.write(workbookId, { tableId, expected: null, kind: 'schema', columns })
  const reader = world.newReader({ inMemoryBytes: -1 })

  const denied = await readPage(reader, await world.readable(workbookId, tableId, { denied: [2] }))
  const deniedFiles = await columnsInFiles(reader, workbookId)
  const past = await readPage(
    reader,
    await world.readable(workbookId, tableId, { denied: [2, 3], version: before.version }),
  )
  const open = await readPage(world.newReader({ inMemoryBytes: -1 }), await world.readable(workbookId, tableId))

  expect(contentOf(denied)).toEqual([[1, 'plain']])
  expect(deniedFiles).toEqual([['__svc_row_id', 'c1']])
  expect(contentOf(past)).toEqual([[1, 'plain']])
  for (const names of await columnsInFiles(reader, workbookId)) expect(names).toEqual(['__svc_row_id', 'c1'])
  expect(contentOf(open)).toEqual([[1, 'plain', 'canary']])
})

/** Columns of every Parquet file that an engine of the workbook can see. */
async function columnsInFiles(reader: OpenReader, workbookId: string): Promise<string[][]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const found: string[][] = []
  for (const engine of await reader.pool.enginesOf(workbookId)) {
    for (const name of readdirSync(engine.process.folders.input)) {
      const path = join(engine.process.folders.input, name)
      const rows = await connection.runAndReadAll(
        `SELECT name FROM parquet_schema('${path}') WHERE name <> 'duckdb_schema'`,
      )
      found.push(rows.getRows().map(([column]) => String(column)))
    }
  }
  connection.closeSync()
  return found
}
