import { asReadable, type ReadableColumn, type ReadableTable } from '../../engine/table/readable-table.ts'
import { encodeValue } from '../../engine/values/values.ts'
import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { whilePoliciesHold } from '../policies/while-policies-hold.ts'
import { isOpenFor, openReadableTable } from './open-readable-table.ts'

/**
 * The first rows of a table as another reader sees it, without what the caller does not see. Null where the caller does not see all rows
 * themselves: which of them the reader sees cannot be shown then.
 */
export async function sampleFor(
  ctx: Context,
  visibleBy: ReadableTable,
  limit: number,
): Promise<Record<string, unknown>[] | null> {
  const { workbookId, tableId } = visibleBy
  const { sample } = await whilePoliciesHold(ctx, workbookId, async () => {
    const own = await openReadableTable(ctx, workbookId, toWireId('art', tableId), { role: 'viewer', rows: 'filtered' })
    const { policyEpoch } = own
    if (!isOpenFor(own, undefined)) return { sample: null, policyEpoch }
    const columns = commonColumns(visibleBy.columns, own.table.columns)
    const { rows } = visibleBy
    const common = asReadable({ ...own.table, columns, ...(rows ? { rows, rowCount: null } : {}) })
    const page = await ctx.reader.page(common, { ...FIRST, columnIds: columns.map(({ id }) => id), limit })
    return { sample: page.rows.map(({ cells }) => rowOf(columns, cells)), policyEpoch }
  })
  return sample
}

const FIRST = { start: { offset: 0 }, orderBy: [], filter: null, isCounted: false } as const

/** Columns that both see, as the reader sees them. One that is masked for the caller is left out: its reader may see more of it. */
const commonColumns = (theirs: readonly ReadableColumn[], own: readonly ReadableColumn[]): ReadableColumn[] =>
  theirs.flatMap((column) => {
    const same = own.find(({ id }) => id === column.id)
    return same && !same.isMasked ? [column] : []
  })

const rowOf = (columns: readonly ReadableColumn[], cells: readonly (string | null)[]): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name, type }, n) => [name, encodeValue(type, cells[n] ?? null)]))
