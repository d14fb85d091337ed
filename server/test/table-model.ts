import { readContents } from '../src/engine/storage/bulk/read-content.ts'
import type { StoragePlatform } from '../src/engine/storage/storage.ts'
import type { ColumnType } from '../src/engine/table/column-type.ts'
import type { CommitRequest, Committed, NotCommitted, RowEdit, TableWrite } from '../src/engine/table/commit.ts'
import { commit } from '../src/engine/table/commit.ts'
import { planContent } from '../src/engine/table/content.ts'
import type { Cells, Column } from '../src/engine/table/table.ts'
import { newId } from '../src/platform/ids.ts'
import { inTransaction } from '../src/platform/postgres.ts'
import { UNDER_NO_RULES } from './under-no-rules.ts'

/** A table as a plain map, and every state it was ever in: what the stored one is compared with. */
export type ModelState = { columns: Column[]; rows: Map<number, Record<string, string | null>> }

export type ModelTable = {
  workbookId: string
  tableId: string
  /** By version; version 0 is before the table was made. */
  states: ModelState[]
  nextColumnId: number
  /** Every row id that was ever given. */
  given: Set<number>
  /** Versions before this one are past their time; those that were forgotten since, and those that may not be. */
  oldBefore: number
  forgotten: Set<number>
  pinned: Set<number>
}

export const currentState = (table: ModelTable): ModelState => {
  const state = table.states.at(-1)
  if (!state) throw new Error('a table has a state')
  return state
}

const TEST_ACTOR: Pick<CommitRequest, 'op' | 'audit'> = {
  op: { kind: 'test', actor: { name: 'test', user_id: null }, detail: {} },
  audit: { action: '"test"', actor: '{}', detail: '{}', ip: 'null', outcome: '"ok"', target: '{}' },
}

export const commitTo =
  ({ db }: StoragePlatform, workbookId: string) =>
  (write: TableWrite): Promise<Committed | NotCommitted> =>
    inTransaction(db, (tx) => commit(tx, { workbookId, writes: [write], checked: UNDER_NO_RULES, ...TEST_ACTOR }))

export async function createModelTable(
  platform: StoragePlatform,
  workbookId: string,
  types: readonly ColumnType[],
): Promise<ModelTable> {
  const tableId = newId()
  const columns = types.map((type, n) => newColumn(n + 1, type, null))
  await commitOk(platform, workbookId, {
    tableId,
    expected: null,
    kind: 'replace',
    columns,
    nextColumnId: types.length + 1,
    segments: [],
    rowCount: 0,
    create: { name: `t${tableId}`, kind: 'table', layer: 'base', description: null },
  })
  const states = [
    { columns: [], rows: new Map() },
    { columns, rows: new Map() },
  ]
  return {
    workbookId,
    tableId,
    states,
    nextColumnId: types.length + 1,
    given: new Set(),
    oldBefore: 1,
    forgotten: new Set(),
    pinned: new Set(),
  }
}

export const newColumn = (id: number, type: ColumnType, initial: string | null): Column => ({
  id,
  origin: id,
  name: `column ${id}`,
  type,
  initial,
  description: null,
})

export async function commitOk(platform: StoragePlatform, workbookId: string, write: TableWrite): Promise<Committed> {
  const answer = await commitTo(platform, workbookId)(write)
  if (answer.status !== 'ok') throw new Error(`not committed: ${JSON.stringify(answer)}`)
  return answer
}

/** One edit of rows: `sets` gives for each row the cells to set, `deletes` names rows, `inserts` are new. */
export type RowChange = { inserts: Cells[]; sets: Map<number, Cells>; deletes: number[] }

export async function editRows(platform: StoragePlatform, table: ModelTable, change: RowChange) {
  const { columns, rows } = currentState(table)
  const next = new Map([...rows].map(([id, cells]) => [id, { ...cells }]))
  const stored = await readStored(platform, table, [...change.sets.keys(), ...change.deletes])
  const edits: RowEdit[] = change.inserts.map((cells) => ({ op: 'I', rowId: null, cells, before: null }))
  for (const [rowId, cells] of change.sets) {
    const row = next.get(rowId)
    if (!row) continue
    const was = stored.get(rowId)
    edits.push({
      op: 'U',
      rowId,
      cells,
      before: was ? Object.fromEntries(Object.keys(cells).map((id) => [id, was[id] ?? null])) : null,
    })
    Object.assign(row, cells)
  }
  for (const rowId of new Set(change.deletes)) {
    if (!next.has(rowId) || change.sets.has(rowId)) continue
    edits.push({ op: 'D', rowId, cells: null, before: stored.get(rowId) ?? null })
    next.delete(rowId)
  }
  if (edits.length === 0) return
  const read = table.states.length - 1
  const write: TableWrite = { tableId: table.tableId, expected: read, read, kind: 'rows', rows: edits }
  const { tables } = await commitOk(platform, table.workbookId, write)
  const ids = tables[0]?.rowIds.slice(0, change.inserts.length) ?? []
  for (const [n, rowId] of ids.entries()) next.set(rowId, wholeRow(columns, change.inserts[n] ?? {}))
  remember(table, ids)
  table.states.push({ columns, rows: next })
}

/** These rows as the storage has them now: what an edit says was there before comes from there, not from the model. */
async function readStored({ db, storage }: StoragePlatform, table: ModelTable, rowIds: number[]) {
  if (rowIds.length === 0) return new Map<number, Cells>()
  const plan = await planContent(db, table.workbookId, table.tableId, table.states.length - 1)
  const [rows = new Map<number, Cells>()] = await readContents(storage, plan ? [plan] : [], rowIds)
  return rows
}

/** What is absent is the column's initial value. */
export function wholeRow(columns: readonly Column[], cells: Cells): Record<string, string | null> {
  return Object.fromEntries(
    columns.map(({ id, initial }) => {
      const text = cells[id]
      return [id, text === undefined ? initial : text]
    }),
  )
}

export function remember(table: ModelTable, rowIds: readonly number[]) {
  for (const id of rowIds) {
    if (table.given.has(id)) throw new Error(`row id ${id} was given twice`)
    table.given.add(id)
  }
}

/** A change of the columns alone; rows get the initial value of columns that are new. */
export async function changeColumns(platform: StoragePlatform, table: ModelTable, columns: Column[]) {
  const { rows } = currentState(table)
  const nextColumnId = Math.max(table.nextColumnId, ...columns.map(({ id }) => id + 1))
  await commitOk(platform, table.workbookId, {
    tableId: table.tableId,
    expected: null,
    kind: 'schema',
    columns,
    nextColumnId,
  })
  table.nextColumnId = nextColumnId
  table.states.push({ columns, rows: new Map([...rows].map(([id, cells]) => [id, wholeRow(columns, cells)])) })
}
