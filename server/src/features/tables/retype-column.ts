import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { type ColumnType, formatColumnType } from '../../tabular/column-type.ts'
import type { TableWrite } from '../../tabular/commit.ts'
import { retypeColumn as castColumn } from '../../tabular/retype-column.ts'
import { type OpenedTable, openReadableTable } from '../governance/open-readable-table.ts'
import type { ColumnsChanged } from './change-columns.ts'
import { columnTypeOf } from './columns.ts'
import { commitInTurn, refusalOf } from './commit-table-edit.ts'
import { openColumn } from './open-column.ts'
import { type EditPlace, openEditableTable } from './open-editable-table.ts'
import { uncastableValue } from './tables.errors.ts'

export type Retyping = { column: string; type: string; expected: number | null; actor: string | null }

/** Casts every value of a column to another type, strictly; one that does not fit refuses the change. */
export async function retypeColumn(ctx: Context, place: EditPlace, retyping: Retyping): Promise<ColumnsChanged> {
  const { expected } = retyping
  const opened = await openEditableTable(ctx, place, expected)
  const type = columnTypeOf(retyping.type, ['body', 'type'])
  const column = openColumn(opened, retyping.column)
  if (formatColumnType(column.type) === formatColumnType(type)) return { opened, opId: null, stale: [] }

  const { workbookId, artifactId: tableId, name } = opened
  const request = { columnId: column.id, type, expected }
  const outcome = await castColumn(ctx.bulk, { workbookId, tableId }, request, (write) =>
    commitInTurn(ctx, editOf(opened, write, retyping, type)),
  )
  if (outcome.status === 'uncastable') throw doesNotFit(column.name, type, outcome)
  if (outcome.status !== 'ok') throw refusalOf({ table: name, writes: [{ tableId, expected, kind: 'b' }] }, outcome)
  const now = await openReadableTable(ctx, workbookId, toWireId('art', tableId), { role: 'editor' })
  return { opened: now, opId: outcome.opId, stale: outcome.stale }
}

function editOf(
  { workbookId, name, rowCount }: OpenedTable,
  write: TableWrite,
  { column, expected, actor }: Retyping,
  type: ColumnType,
) {
  const summary = `Changed column ${column} to ${formatColumnType(type)}`
  return {
    workbookId,
    table: name,
    writes: [write],
    op: {
      kind: 'column.alter',
      actor,
      detail: { expected_version: expected, unconditional: expected === null, rows: rowCount, summary },
    },
    auditDetail: { change: summary },
  }
}

const doesNotFit = (
  column: string,
  type: ColumnType,
  { count, rowIds, samples }: { count: number; rowIds: readonly number[]; samples: readonly string[] },
) =>
  uncastableValue({
    column,
    type: formatColumnType(type),
    count,
    rowIds,
    samples,
    message: 'Nothing was changed.',
  })
