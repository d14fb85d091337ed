import type { Call } from '../../server/test/client.ts'
import type { Dice } from './dice.ts'
import { insertRows, type ModelColumn, type ModelRow, type ModelTable, mustWork, someRows } from './model-tables.ts'
import { type Kind, someText, someValue } from './values.ts'

/** Row edits, some of each kind, each a commit of its own or a few rows together. Returns how many rows were touched. */
export async function editRows(call: Call, dice: Dice, table: ModelTable, edits: number): Promise<number> {
  let touched = 0
  while (touched < edits) {
    const count = 1 + dice.below(30)
    const [inserts, updates] = [dice.below(count + 1), dice.below(count + 1)]
    if (inserts > 0) await insertRows(call, table, someRows(dice, table, inserts))
    if (updates > 0) await updateRows(call, dice, table, updates)
    if (dice.chance(60)) await deleteRows(call, table, someIds(dice, table, 1 + dice.below(3)))
    touched += inserts + updates + 1
  }
  return touched
}

async function updateRows(call: Call, dice: Dice, table: ModelTable, count: number) {
  const changes = someIds(dice, table, count).map((id): [number, ModelRow] => {
    const changed = table.columns.filter(() => dice.chance(40))
    return [id, Object.fromEntries(changed.map(({ name, kind }) => [name, someValue(dice, kind)]))]
  })
  const rows = changes.map(([id, cells]) => ({ __svc_row_id: id, ...cells }))
  await mustWork(call('POST', `${table.path}/rows`, { rows, expected_version: null, mode: 'update' }))
  for (const [id, cells] of changes) Object.assign(table.rows.get(id) ?? {}, cells)
}

async function deleteRows(call: Call, table: ModelTable, rowIds: readonly number[]) {
  await mustWork(call('POST', `${table.path}/rows/delete`, { row_ids: rowIds, expected_version: null }))
  for (const id of rowIds) {
    table.lastDeleted = [id, table.rows.get(id) ?? {}]
    table.rows.delete(id)
  }
}

function someIds(dice: Dice, { rows }: ModelTable, count: number): number[] {
  const ids = [...rows.keys()]
  return [...new Set(Array.from({ length: count }, () => dice.of(ids)))]
}

const ADDED: readonly (readonly [string, Kind])[] = [
  ['INTEGER', 'whole'],
  ['VARCHAR', 'text'],
  ['DECIMAL(10,2)', 'exact'],
  ['DATE', 'day'],
  ['BOOLEAN', 'flag'],
]

/** A column with a default, which rows that are there hold from then on. */
export async function addColumn(call: Call, dice: Dice, table: ModelTable, name: string) {
  const [type, kind] = dice.of(ADDED)
  const initial = dice.chance(70) ? someText(dice, kind) : null
  await mustWork(
    call('POST', `${table.path}/columns`, { column: name, type, default: initial, expected_version: null }),
  )
  table.columns.push({ name, type, kind })
  for (const row of table.rows.values()) row[name] = initial
}

export async function renameColumn(call: Call, dice: Dice, table: ModelTable, newName: string) {
  const column = dice.of(table.columns)
  const { name } = column
  await mustWork(call('PATCH', columnPath(table, name), { new_name: newName, expected_version: null }))
  column.name = newName
  for (const row of table.rows.values()) {
    row[newName] = row[name] ?? null
    delete row[name]
  }
}

/** One column of each type stays, for the questions to be about. */
export async function dropColumn(call: Call, dice: Dice, table: ModelTable) {
  const isLast = ({ kind }: ModelColumn) => table.columns.filter((column) => column.kind === kind).length < 2
  const [column] = table.columns.filter((candidate) => !isLast(candidate)).toSorted(() => dice.below(3) - 1)
  if (!column) return
  await mustWork(call('DELETE', `${columnPath(table, column.name)}?expected_version=null`))
  table.columns = table.columns.filter((candidate) => candidate !== column)
  for (const row of table.rows.values()) delete row[column.name]
}

/** Types whose values are the same texts in the other, or nearly. */
const RETYPED: Readonly<Record<string, { to: string; kind: Kind; text: (text: string) => string }>> = {
  INTEGER: { to: 'BIGINT', kind: 'whole', text: (text) => text },
  BIGINT: { to: 'DECIMAL(22,2)', kind: 'exact', text: (text) => `${text}.00` },
  DATE: { to: 'VARCHAR', kind: 'text', text: (text) => text },
  BOOLEAN: { to: 'VARCHAR', kind: 'text', text: (text) => text },
  'DECIMAL(12,2)': { to: 'DECIMAL(16,2)', kind: 'exact', text: (text) => text },
  UUID: { to: 'VARCHAR', kind: 'text', text: (text) => text },
}

/** Another type: a rewrite of the table, so what was pending for it is folded. */
export async function retypeColumn(call: Call, dice: Dice, table: ModelTable) {
  const column = dice.of(table.columns.filter(({ type }) => RETYPED[type]))
  const other = RETYPED[column.type]
  if (!other) return
  await mustWork(call('PATCH', columnPath(table, column.name), { type: other.to, expected_version: null }))
  for (const row of table.rows.values()) {
    const text = row[column.name] ?? null
    row[column.name] = text === null ? null : other.text(text)
  }
  Object.assign(column, { type: other.to, kind: other.kind })
}

const columnPath = ({ path }: ModelTable, name: string) => `${path}/columns/${encodeURIComponent(name)}`
