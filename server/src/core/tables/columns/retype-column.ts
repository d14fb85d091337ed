import type { CommitWrite } from '../../../engine/storage/bulk/commit-write.ts'
import {
  castColumn as castSegments,
  commitCast,
  type RetypeRequest,
  retypeColumn as retypeAnew,
} from '../../../engine/storage/bulk/retype-column.ts'
import { type ColumnType, formatColumnType } from '../../../engine/table/column-type.ts'
import type { TableWrite } from '../../../engine/table/commit.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import type { TablePlace } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { type OpenedTable, openReadableTable } from '../../reading/open-readable-table.ts'
import { wholeRowCount } from '../../reading/refuse-if-hidden.ts'
import { visibleText } from '../../reading/visible-value.ts'
import { commitInTurn, refusalOf } from '../commit-table-edit.ts'
import { type EditPlace, openEditableTable } from '../open-editable-table.ts'
import { uncastableValue } from '../tables.errors.ts'
import type { ColumnsChanged } from './change-columns.ts'
import { columnTypeOf, openColumn } from './columns.ts'

export type Retyping = { column: string; type: string; expected: number | null; actor: string | null }

/** A column as it would be under its new type; null: it has that type already. */
export type Cast = Awaited<ReturnType<typeof castSegments>> | null

/** Casts every value, strictly, into segments that nothing names yet. As long as it takes: no transaction is open. */
export async function castColumn(ctx: Context, place: EditPlace, retyping: Retyping): Promise<Cast> {
  const { expected } = retyping
  const opened = await openEditableTable(ctx, place, expected)
  const request = wantedIn(opened, retyping)
  if (!request) return null
  const { workbookId, artifactId: tableId } = opened
  return castSegments(ctx.bulk, { workbookId, tableId }, request)
}

/** Puts the cast column in the place of the old one; a value that did not fit refuses the change. */
export async function retypeColumn(
  ctx: Context,
  place: EditPlace,
  retyping: Retyping,
  cast: Cast,
): Promise<ColumnsChanged> {
  const { expected } = retyping
  const opened = await openEditableTable(ctx, place, expected)
  const request = wantedIn(opened, retyping)
  if (!request) return { opened, opId: null, stale: [] }

  const { workbookId, artifactId: tableId, name } = opened
  const outcome = await commitOrCastAgain(ctx, { workbookId, tableId }, request, cast, (write) =>
    commitInTurn(ctx, editOf(opened, write, retyping, request.type)),
  )
  if (outcome.status === 'uncastable') throw doesNotFit(openColumn(opened, retyping.column), request.type, outcome)
  if (outcome.status !== 'ok')
    throw refusalOf({ table: name, writes: [{ tableId, expected, kind: 'replace' }] }, outcome)
  const now = await openReadableTable(ctx, workbookId, toWireId('art', tableId), { role: 'editor' })
  return { opened: now, opId: outcome.opId, stale: outcome.stale }
}

/** Undefined: the column has that type already. */
function wantedIn(opened: OpenedTable, retyping: Retyping): RetypeRequest | undefined {
  const type = columnTypeOf(retyping.type, ['body', 'type'])
  const column = openColumn(opened, retyping.column)
  const isSame = formatColumnType(column.type) === formatColumnType(type)
  return isSame ? undefined : { columnId: column.id, type, expected: retyping.expected }
}

/** The columns changed since the cast: it is of no use. A transaction would wait too long for another; its caller asks again. */
async function commitOrCastAgain(
  ctx: Context,
  place: TablePlace,
  request: RetypeRequest,
  cast: Cast,
  commitWrite: CommitWrite,
) {
  const { tableId } = place
  const stale = { status: 'reread' as const, tableId, current: 0 }
  const outcome = cast && !('status' in cast) ? await commitCast(ctx.bulk, cast, commitWrite) : (cast ?? stale)
  if (outcome.status !== 'reread' || ctx.db.isTransaction) return outcome
  return retypeAnew(ctx.bulk, place, request, commitWrite)
}

function editOf(
  { workbookId, name, table }: OpenedTable,
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
      detail: { expected_version: expected, unconditional: expected === null, rows: wholeRowCount(table), summary },
    },
    auditDetail: { change: summary },
  }
}

const doesNotFit = (
  column: ReadableColumn,
  type: ColumnType,
  { count, rowIds, samples }: { count: number; rowIds: readonly number[]; samples: readonly string[] },
) =>
  uncastableValue({
    column: column.name,
    type: formatColumnType(type),
    count,
    rowIds,
    samples: samples.flatMap((text) => visibleText(column, text) ?? []),
    message: 'Nothing was changed.',
    suggestedFix: 'Change these values first, or choose a type that holds them.',
  })
