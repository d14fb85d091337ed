import { BIGINT, BOOLEAN, type DuckDBConnection, LIST, listValue, VARCHAR } from '@duckdb/node-api'
import type {
  BuildNativeCommand,
  ChangeCommand,
  RowChange,
  StoredColumn,
  TableEdit,
  TableLoad,
} from '../../duckdb/protocol/protocol.ts'
import { quoteName } from '../../duckdb/protocol/quote-name.ts'
import { MEMORY_VERSIONS, nativeVersion } from '../../duckdb/protocol/relation.ts'
import type { Cells } from '../../table/table.ts'
import type { EngineDatabase, Folders } from '../engine-database.ts'
import { adjustBlocks, type RowBlocks } from '../reads/row-sender.ts'
import {
  attachStatement,
  copyStatements,
  detachStatement,
  dropStatements,
  existingStatement,
  fixedStatements,
  freshStatement,
  growStatements,
  lastIdStatement,
  nativeStatements,
  overlayName,
  overlayStatements,
  patchOneStatement,
  patchStatement,
  replaceStatement,
  replaceStatements,
} from './change-statements.ts'
import { idsOf, inMemory, inNativeFile, type LoadedTable } from './loaded-table.ts'
import { maskKeyStatements } from './mask-sql.ts'

export class CorruptTable extends Error {}

/** Rows are looked for by lists of at most this many ids. */
const IDS_AT_ONCE = 1_000

type Tables = Map<string, LoadedTable>

/**
 * What is in memory changes in one transaction, and each native file in one of its own: DuckDB's write to one file
 * only. No reader begins to read several tables until all are through. Returns the tables as they are then.
 */
export async function applyChange(
  database: EngineDatabase,
  { drops, loads, edits }: ChangeCommand,
  folders: Folders,
  tables: ReadonlyMap<string, LoadedTable>,
): Promise<Tables> {
  const changed = new Map(tables)
  const isNative = (key: string) => changed.get(key)?.form === 'native'
  for (const load of loads) if (load.form === 'native') await attach(database, load, folders)

  await database.inSnapshot(async (connection) => {
    for (const key of [...drops, ...loads.map((load) => load.key)]) {
      await dropFromMemory(connection, key, changed.get(key))
      changed.delete(key)
    }
    for (const load of loads) changed.set(load.key, await loadTable(connection, load, folders))
    for (const edit of edits) if (!isNative(edit.key)) await editTable(connection, edit, folders, changed)
  })
  for (const edit of edits) {
    if (isNative(edit.key)) await database.inSnapshot((native) => editTable(native, edit, folders, changed))
  }
  return changed
}

function attach(database: EngineDatabase, { files }: TableLoad, { own }: Folders) {
  const [file = ''] = files
  return database.lend((connection) => connection.run(attachStatement(`${own}/${file}`, file)))
}

async function dropFromMemory(connection: DuckDBConnection, key: string, table: LoadedTable | undefined) {
  if (!table || table.form === 'native') return
  for (const sql of dropStatements(key, table.form)) await connection.run(sql)
}

async function loadTable(connection: DuckDBConnection, load: TableLoad, { input }: Folders): Promise<LoadedTable> {
  const { key, version, rowCount, columns, form } = load
  const [file = ''] = load.files
  if (form === 'native') return inNativeFile(file, { version, rowCount, columns })
  const files = load.files.map((name) => `${input}/${name}`)
  for (const sql of statementsFor(load)(key, files, columns)) await connection.run(sql)
  const loaded = inMemory(key, form, { version, rowCount, columns })
  const { isInOrder, lastId } = await applyEdits(connection, key, loaded, columns, load.edits)
  await connection.run(`INSERT INTO ${MEMORY_VERSIONS} VALUES ($1, $2, $3)`, [key, version, rowCount])
  return { ...loaded, isInOrder, lastId }
}

function statementsFor({ form, isFixed, edits }: TableLoad) {
  if (form === 'memory') return copyStatements
  return isFixed && edits.length === 0 ? fixedStatements : overlayStatements
}

async function editTable(connection: DuckDBConnection, edit: TableEdit, { input }: Folders, tables: Tables) {
  const { key, version, columns, newColumns } = edit
  const table = tables.get(key)
  if (!table) throw new Error(`table ${key} is edited and not held`)
  const { edits, rowCount } =
    edit.rowCount === null ? await editsOfHeld(connection, table, edit) : { edits: edit.edits, rowCount: edit.rowCount }
  const newFiles = edit.newFiles.map((name) => `${input}/${name}`)
  for (const sql of growStatements(table.relation, columns, { newColumns, newFiles })) await connection.run(sql)
  // Rows of files come behind all others, and have higher ids.
  const grown = newFiles.length > 0 ? { ...table, blocks: null, lastId: null } : table
  const changed = await applyEdits(connection, key, grown, columns, edits)
  await recordVersion(connection, table, key, [version, rowCount])
  tables.set(key, { ...table, ...changed, version, rowCount, columnIds: idsOf(columns) })
}

/** Of a table that holds some rows only: without patches and deletions of others, and how many rows it has then. */
async function editsOfHeld(
  connection: DuckDBConnection,
  { relation, rowCount }: LoadedTable,
  { edits, columns }: TableEdit,
) {
  const there = new Set<number>()
  for (let n = 0; n < edits.length; n += IDS_AT_ONCE) {
    const ids = edits.slice(n, n + IDS_AT_ONCE).map(([id]) => id)
    for (const id of await readIds(connection, existingStatement(relation, ids))) there.add(id)
  }
  // A row that is there is changed where it lies, so that the rows stay in their order.
  const isWhole = (cells: Cells) => columns.every(({ id }) => String(id) in cells)
  const known = edits.flatMap((edit): RowChange[] => {
    const [id, change] = edit
    if (!there.has(id)) return change === 'put' ? [edit] : []
    return change === 'put' && isWhole(edit[2]) ? [[id, 'patch', edit[2]]] : [edit]
  })
  const added = known.filter(([id]) => !there.has(id)).length
  const removed = known.filter(([, change]) => change === 'delete').length
  return { edits: known, rowCount: rowCount + added - removed }
}

async function recordVersion(connection: DuckDBConnection, table: LoadedTable, key: string, now: [number, number]) {
  if (table.file === null) {
    await connection.run(`UPDATE ${MEMORY_VERSIONS} SET version = $1, row_count = $2 WHERE key = $3`, [...now, key])
  } else {
    await connection.run(`UPDATE ${nativeVersion(table.file)} SET version = $1, row_count = $2`, now)
  }
}

/** What edits change of what is known of a table: rows per block, where they were counted before, and their order. */
type Known = Pick<LoadedTable, 'blocks' | 'isInOrder' | 'lastId'>

export async function applyEdits(
  connection: DuckDBConnection,
  key: string,
  table: LoadedTable,
  columns: readonly StoredColumn[],
  edits: readonly RowChange[],
): Promise<Known> {
  const patches = table.form === 'overlay' ? [] : edits.filter(isPatch)
  for (const alike of patchedAlike(patches, columns)) await patch(connection, table.relation, alike)
  const others = patches.length === 0 ? edits : edits.filter((edit) => !isPatch(edit))
  const order = await orderAfter(connection, table, others)
  let { blocks } = table
  for (let n = 0; n < others.length; n += IDS_AT_ONCE) {
    blocks = await applySome(connection, key, { ...table, blocks }, columns, others.slice(n, n + IDS_AT_ONCE))
  }
  return { blocks, ...order }
}

/** Rows that come in lie behind all others: in order, if their ids are higher, as those of new rows are. */
async function orderAfter(connection: DuckDBConnection, table: LoadedTable, edits: readonly RowChange[]) {
  const { isInOrder, lastId, relation } = table
  const added = edits.flatMap(([id, change]) => (change === 'delete' ? [] : [id]))
  if (!isInOrder || added.length === 0) return { isInOrder, lastId }
  const last = lastId ?? (await readIds(connection, lastIdStatement(relation)))[0] ?? 0
  const isAscending = added.every((id, n) => id > (added[n - 1] ?? last))
  return { isInOrder: isAscending, lastId: Math.max(last, added.at(-1) ?? 0) }
}

type Patch = RowChange & { 1: 'patch' }

const isPatch = (edit: RowChange): edit is Patch => edit[1] === 'patch'

/** Rows of which the same columns change. */
type PatchedAlike = { columns: readonly StoredColumn[]; rows: readonly Patch[] }

function patchedAlike(patches: readonly Patch[], columns: readonly StoredColumn[]): PatchedAlike[] {
  const byColumns = Map.groupBy(patches, ([, , cells]) => Object.keys(cells).join())
  return [...byColumns.values()].map((rows) => ({
    rows,
    columns: columns.filter(({ id }) => rows.some(([, , cells]) => String(id) in cells)),
  }))
}

/** A patch costs what the columns cost that it changes, however many the table has. */
async function patch(connection: DuckDBConnection, relation: string, { columns, rows }: PatchedAlike) {
  if (columns.length === 0) return
  for (let n = 0; n < rows.length; n += IDS_AT_ONCE) {
    const some = rows.slice(n, n + IDS_AT_ONCE)
    const changed = await patchSome(connection, relation, columns, some)
    if (changed < some.length) throw new CorruptTable('a row was updated, and is not there')
  }
}

async function patchSome(
  connection: DuckDBConnection,
  relation: string,
  columns: readonly StoredColumn[],
  rows: readonly Patch[],
): Promise<number> {
  const [only, ...others] = rows
  const valuesOf = ({ id }: StoredColumn) => rows.map(([, , cells]) => cells[id] ?? null)
  const { rowsChanged } =
    only && others.length === 0
      ? await connection.run(
          patchOneStatement(relation, columns),
          [BigInt(only[0]), ...columns.flatMap(valuesOf)],
          [BIGINT, ...columns.map(() => VARCHAR)],
        )
      : await connection.run(
          patchStatement(relation, columns),
          [listValue(rows.map(([id]) => BigInt(id))), ...columns.map((column) => listValue(valuesOf(column)))],
          [LIST(BIGINT), ...columns.map(() => LIST(VARCHAR))],
        )
  return rowsChanged
}

async function applySome(
  connection: DuckDBConnection,
  key: string,
  { relation, form, blocks }: LoadedTable,
  columns: readonly StoredColumn[],
  edits: readonly RowChange[],
): Promise<RowBlocks | null> {
  const ids = edits.map(([id]) => id)
  const removed = blocks && (await readIds(connection, existingStatement(relation, ids)))
  const added = edits.flatMap(([id, change]) => (change === 'delete' ? [] : [id]))
  if (added.length > 0) await buildFresh(connection, relation, columns, edits)
  if (form === 'overlay') await connection.run(replaceStatement(key, ids))
  const target = form === 'overlay' ? overlayName(key) : relation
  for (const sql of replaceStatements(target, columns, ids, added.length > 0)) await connection.run(sql)
  return blocks && removed && adjustBlocks(blocks, removed, added)
}

/** Builds the rows that come in: whole ones from their cells, patched ones from what is there and what changed. */
async function buildFresh(
  connection: DuckDBConnection,
  relation: string,
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
    freshStatement(relation, columns, touched, patched),
    [listValue(rows.map(({ id }) => BigInt(id))), listValue(rows.map(({ isWhole }) => isWhole)), ...lists],
    [LIST(BIGINT), LIST(BOOLEAN), ...touched.flatMap(() => [LIST(VARCHAR), LIST(BOOLEAN)])],
  )
  const [count] = (await built.getRows())[0] ?? []
  if (Number(count) < rows.length) throw new CorruptTable('a row was updated, and is not there')
}

async function readIds(connection: DuckDBConnection, sql: string): Promise<number[]> {
  const rows = await (await connection.run(sql)).getRows()
  return rows.map(([id]) => Number(id))
}

/** Writes a table, as it is at one version, as a native file. It is whole when this resolves. */
export function buildNative(
  database: EngineDatabase,
  { load, maskedColumns, to }: BuildNativeCommand,
  { input, own }: Folders,
) {
  const { key, version, rowCount, columns, edits } = load
  const files = load.files.map((name) => `${input}/${name}`)
  return database.lend(async (connection) => {
    await connection.run(attachStatement(`${own}/${to}`, to))
    for (const sql of maskKeyStatements(maskedColumns)) await connection.run(sql)
    for (const sql of nativeStatements(to, files, columns, maskedColumns)) await connection.run(sql)
    await applyEdits(connection, key, inNativeFile(to, { version, rowCount, columns }), columns, edits)
    await connection.run(`INSERT INTO ${nativeVersion(to)} VALUES ($1, $2)`, [version, rowCount])
    await connection.run(`CHECKPOINT ${quoteName(to)}`)
    await connection.run(detachStatement(to))
  })
}
