import { BIGINT, BOOLEAN, type DuckDBConnection, LIST, listValue, VARCHAR } from '@duckdb/node-api'
import {
  copyStatements,
  dropStatements,
  existingStatement,
  freshStatement,
  overlayStatements,
  replaceStatements,
} from './change-statements.ts'
import type { ChangeCommand, RowChange, StoredColumn, TableLoad } from './protocol.ts'
import { adjustBlocks, type RowBlocks } from './row-blocks.ts'

/** A table inside the engine. `blocks` is counted when first needed, and kept up from then on. */
export type LoadedTable = {
  isInMemory: boolean
  version: number
  rowCount: number
  blocks: RowBlocks | null
}

export class CorruptTable extends Error {}

/** Rows are looked for by lists of at most this many ids. */
const IDS_AT_ONCE = 1_000

type EditedTable = Pick<TableLoad, 'key' | 'version' | 'rowCount' | 'columns' | 'isInMemory' | 'edits'>

/** Runs in one transaction; returns the tables as they are when it has committed. */
export async function applyChange(
  connection: DuckDBConnection,
  command: ChangeCommand,
  inputFolder: string,
  tables: ReadonlyMap<string, LoadedTable>,
): Promise<Map<string, LoadedTable>> {
  const changed = new Map(tables)
  for (const key of command.drops) {
    await dropTable(connection, key, changed.get(key))
    changed.delete(key)
  }
  for (const load of command.loads) {
    await dropTable(connection, load.key, changed.get(load.key))
    await loadTable(connection, load, inputFolder)
    await applyEdits(connection, load, null)
    changed.set(load.key, stateOf(load, null))
    await connection.run('INSERT INTO _t.loaded VALUES ($1, $2, $3)', [load.key, load.version, load.rowCount])
  }
  for (const edit of command.edits) {
    const blocks = await applyEdits(connection, edit, changed.get(edit.key)?.blocks ?? null)
    changed.set(edit.key, stateOf(edit, blocks))
    const now = [edit.key, edit.version, edit.rowCount]
    await connection.run('UPDATE _t.loaded SET version = $2, row_count = $3 WHERE key = $1', now)
  }
  return changed
}

const stateOf = ({ isInMemory, version, rowCount }: EditedTable, blocks: RowBlocks | null): LoadedTable => ({
  isInMemory,
  version,
  rowCount,
  blocks,
})

async function dropTable(connection: DuckDBConnection, key: string, table: LoadedTable | undefined) {
  if (!table) return
  for (const sql of dropStatements(key, table.isInMemory)) await connection.run(sql)
  await connection.run('DELETE FROM _t.loaded WHERE key = $1', [key])
}

async function loadTable(connection: DuckDBConnection, load: TableLoad, inputFolder: string) {
  const files = load.files.map((name) => `${inputFolder}/${name}`)
  const statements = load.isInMemory ? copyStatements : overlayStatements
  for (const sql of statements(load.key, files, load.columns)) await connection.run(sql)
}

async function applyEdits(connection: DuckDBConnection, table: EditedTable, blocks: RowBlocks | null) {
  let counted = blocks
  for (let n = 0; n < table.edits.length; n += IDS_AT_ONCE) {
    counted = await applySome(connection, table, table.edits.slice(n, n + IDS_AT_ONCE), counted)
  }
  return counted
}

async function applySome(
  connection: DuckDBConnection,
  { key, columns, isInMemory }: EditedTable,
  edits: readonly RowChange[],
  blocks: RowBlocks | null,
): Promise<RowBlocks | null> {
  const ids = edits.map(([id]) => id)
  const removed = blocks && (await readIds(connection, existingStatement(key, ids)))
  const added = edits.flatMap(([id, change]) => (change === 'delete' ? [] : [id]))
  if (added.length > 0) await buildFresh(connection, key, columns, edits)
  for (const sql of replaceStatements(key, columns, isInMemory, ids, added.length > 0)) await connection.run(sql)
  return blocks && removed && adjustBlocks(blocks, removed, added)
}

/** Builds the rows that come in: whole ones from their cells, patched ones from what is there and what changed. */
async function buildFresh(
  connection: DuckDBConnection,
  key: string,
  columns: readonly StoredColumn[],
  edits: readonly RowChange[],
) {
  const rows = edits.flatMap(([id, change, cells]) =>
    change === 'delete' ? [] : [{ id, isWhole: change === 'put', cells }],
  )
  const touched = columns.filter(({ id }) => rows.some(({ cells }) => String(id) in cells))
  const patched = rows.flatMap(({ id, isWhole }) => (isWhole ? [] : [id]))
  const lists = touched.flatMap(({ id }) => [
    listValue(rows.map(({ cells }) => cells[id] ?? null)),
    listValue(rows.map(({ cells }) => String(id) in cells)),
  ])
  const built = await connection.run(
    freshStatement(key, columns, touched, patched),
    [listValue(rows.map(({ id }) => BigInt(id))), listValue(rows.map(({ isWhole }) => isWhole)), ...lists],
    [LIST(BIGINT), LIST(BOOLEAN), ...touched.flatMap(() => [LIST(VARCHAR), LIST(BOOLEAN)])],
  )
  const [count] = (await built.getRows())[0] ?? []
  if (Number(count) < rows.length) throw new CorruptTable(`a row of ${key} was updated, and is not there`)
}

async function readIds(connection: DuckDBConnection, sql: string): Promise<number[]> {
  const rows = await (await connection.run(sql)).getRows()
  return rows.map(([id]) => Number(id))
}
