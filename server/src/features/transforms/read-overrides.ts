import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { type OpenedTable, openReadableTable } from '../governance/open-readable-table.ts'
import { visibleValue } from '../governance/visible-value.ts'
import type { EditPlace } from '../tables/open-editable-table.ts'
import { listOverrides, type Override } from './overrides.store.ts'

export type OverridePage = { limit: number; after: readonly [rowId: number, columnId: number] | null }

/** What people wrote over a derived table, by row: as far as the caller may see its columns. */
export async function readOverrides(ctx: Context, { workbookId, name }: EditPlace, { limit, after }: OverridePage) {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer' })
  const seen = new Set(opened.table.columns.map(({ id }) => id))
  const all = (await listOverrides(ctx.db, workbookId, opened.artifactId)).filter(({ columnId }) => seen.has(columnId))
  const rest = after ? all.filter((override) => isBehind(override, after)) : all
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return {
    overrides: page.map((override) => presentOverride(opened, override)),
    next: rest.length > limit && last ? ([last.rowId, last.columnId] as const) : null,
  }
}

const isBehind = ({ rowId, columnId }: Override, [row, column]: readonly [number, number]) =>
  rowId > row || (rowId === row && columnId > column)

function presentOverride({ name, table }: OpenedTable, override: Override) {
  const column = table.columns.find(({ id }) => id === override.columnId)
  const show = (text: string | null) => visibleValue(table, override.columnId, text)
  return {
    override_id: toWireId('ovr', override.overrideId),
    table: name,
    row_id: override.rowId,
    column: column?.name ?? '',
    value: show(override.value),
    base_value: show(override.baseValue),
    op_id: override.opId,
    actor: override.actor,
    stale: override.stale,
  }
}
