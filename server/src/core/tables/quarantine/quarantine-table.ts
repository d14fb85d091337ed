import { type ColumnType, formatColumnType } from '../../../engine/table/column-type.ts'
import type { TableWrite } from '../../../engine/table/commit.ts'
import type { Column } from '../../../engine/table/table.ts'
import { limitReached } from '../../../people/accounts/accounts.errors.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState, notFound } from '../../../platform/errors.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { suffixedName } from '../../artifacts/artifact.ts'
import { countTables, findArtifact, isNameTaken } from '../../artifacts/artifacts.store.ts'
import { findRegistered } from '../../reading/readable-tables.store.ts'
import { newColumn } from '../columns/columns.ts'
import { commitTableEdit } from '../commit-table-edit.ts'
import { MOST_TABLES } from '../create-table.ts'
import { NAME_SUFFIX, type NamedQuarantine, ORIGIN_COLUMN, type Quarantine, REASON_COLUMN } from './quarantine.ts'
import { findQuarantine, upsertQuarantine } from './quarantines.store.ts'

/** A quarantine with the columns that its table has. `columnOf`: by the origin of the column whose values it keeps. */
export type OpenQuarantine = NamedQuarantine & {
  columnOf: ReadonlyMap<number, Column>
  reasonColumn: Column
  originColumn: Column
}

const VARCHAR: ColumnType = { name: 'VARCHAR' }

/** The quarantine of a table, made when it is first needed, with a column for each of these. The caller holds the head lock. */
export async function ensureQuarantine(
  tx: Tx,
  ctx: Context,
  { workbookId, tableId }: { workbookId: string; tableId: string },
  columns: readonly Column[],
): Promise<OpenQuarantine> {
  const found = await findQuarantine(tx, workbookId, { tableId })
  const keeper =
    found && (await findRegistered(tx, workbookId, toWireId('art', found.quarantineId), found.quarantineId))
  const plan = planColumns(columns, found, keeper?.columns ?? [], keeper?.nextColumnId ?? 1)
  const { kept, all, added, nextColumnId } = plan
  const schema = { columns: all.map((column) => ({ ...column, description: null })), nextColumnId }
  const table = found?.table ?? (await nameOf(tx, workbookId, tableId))
  const name = found?.name ?? (await freeName(tx, workbookId, table))
  const quarantineId = found?.quarantineId ?? newId()
  const inTx = { ...ctx, db: tx }
  if (!found)
    await commitSchema(inTx, workbookId, name, `Created ${name} for rows that break rules of ${table}`, {
      tableId: quarantineId,
      expected: null,
      kind: 'replace',
      segments: [],
      rowCount: 0,
      create: { name, kind: 'table', layer: 'base', description: null },
      ...schema,
    })
  else if (added > 0)
    await commitSchema(inTx, workbookId, name, `Added ${added} columns of ${table}`, {
      tableId: quarantineId,
      expected: null,
      kind: 'schema',
      ...schema,
    })
  const pairs = new Map([...kept.columnOf].map(([from, { origin }]) => [from, origin]))
  const { reasonColumn, originColumn } = kept
  const quarantine = {
    workbookId,
    tableId,
    quarantineId,
    columns: pairs,
    reason: reasonColumn.origin,
    origin: originColumn.origin,
  }
  if (!found || added > 0) await upsertQuarantine(tx, quarantine)
  return { ...quarantine, table, name, ...kept }
}

/** A column that was dropped, or keeps values of another type, gets a successor. */
function planColumns(
  wanted: readonly Column[],
  known: Quarantine | undefined,
  there: readonly Column[],
  firstFree: number,
) {
  const all = [...there]
  let nextColumnId = firstFree
  const columnFor = (origin: number | undefined, name: string, type: ColumnType): Column => {
    const same = there.find((column) => column.origin === origin)
    if (same && formatColumnType(same.type) === formatColumnType(type)) return same
    const added = newColumn(nextColumnId++, freeColumnName(all, name), type, null)
    all.push(added)
    return added
  }
  const columnOf = new Map(
    wanted.map(({ origin, name, type }) => [origin, columnFor(known?.columns.get(origin), name, type)]),
  )
  const reasonColumn = columnFor(known?.reason, REASON_COLUMN, VARCHAR)
  const originColumn = columnFor(known?.origin, ORIGIN_COLUMN, VARCHAR)
  return { all, added: all.length - there.length, nextColumnId, kept: { columnOf, reasonColumn, originColumn } }
}

function freeColumnName(columns: readonly Column[], name: string): string {
  const taken = new Set(columns.map((column) => column.name.toLowerCase()))
  for (let n = 1, free = name; ; free = suffixedName(name, `_${++n}`)) if (!taken.has(free.toLowerCase())) return free
}

async function nameOf(tx: Tx, workbookId: string, tableId: string): Promise<string> {
  const found = await findArtifact(tx, workbookId, toWireId('art', tableId), tableId)
  if (!found) throw notFound('table', toWireId('art', tableId))
  return found.name
}

async function freeName(tx: Tx, workbookId: string, table: string): Promise<string> {
  const name = suffixedName(table, NAME_SUFFIX)
  for (let n = 1, free = name; ; free = suffixedName(name, `_${++n}`))
    if (!(await isNameTaken(tx, workbookId, free))) return free
}

async function commitSchema(ctx: Context, workbookId: string, table: string, summary: string, write: TableWrite) {
  if (write.create && (await countTables(ctx.db, workbookId)) >= MOST_TABLES) throw limitReached('tables', MOST_TABLES)
  const detail = { expected_version: null, unconditional: true, rows: 0, summary }
  const { committed } = await commitTableEdit(ctx, workbookId, async () => ({
    edit: {
      workbookId,
      table,
      writes: [write],
      op: { kind: write.create ? 'table.create' : 'column.add', actor: null, detail },
      auditDetail: { columns: write.columns?.length ?? 0 },
    },
  }))
  assertState(committed, 'a schema is committed')
}
