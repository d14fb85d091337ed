import { type OpenedTable, openReadableTable } from '../../../core/reading/open-readable-table.ts'
import { type EditPlace, openEditableTable } from '../../../core/tables/open-editable-table.ts'
import type { NamedQuarantine } from '../../../core/tables/quarantine/quarantine.ts'
import { findQuarantine } from '../../../core/tables/quarantine/quarantines.store.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'

/** A table and the one that keeps what was set aside of it. `quarantine` null: it has none. */
export type QuarantineSeen = { table: string; quarantine: string | null; rows: number | null }

/** Of a table, or of a quarantine itself: the two belong together, whichever is named. */
export async function readQuarantine(ctx: Context, { workbookId, name }: EditPlace): Promise<QuarantineSeen> {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', rows: 'filtered' })
  const found = await findOf(ctx, opened)
  if (!found) return { table: opened.name, quarantine: null, rows: null }
  const other = found.quarantineId === opened.artifactId ? found.tableId : found.quarantineId
  const door = { role: 'viewer', rows: 'filtered' } as const
  const beside = await openReadableTable(ctx, workbookId, toWireId('art', other), door)
  const keeper = found.quarantineId === opened.artifactId ? opened : beside
  return { table: found.table, quarantine: found.name, rows: keeper.rowCount }
}

const findOf = async ({ db }: Context, { workbookId, artifactId }: OpenedTable) =>
  (await findQuarantine(db, workbookId, { tableId: artifactId })) ??
  (await findQuarantine(db, workbookId, { quarantineId: artifactId }))

export type QuarantineToSend = { quarantine: NamedQuarantine; table: OpenedTable; keeper: OpenedTable }

/** Both to be changed. */
export async function openQuarantine(ctx: Context, place: EditPlace): Promise<QuarantineToSend> {
  const { workbookId } = place
  const named = await openReadableTable(ctx, workbookId, place.name, { role: 'editor' })
  const quarantine = await findOf(ctx, named)
  if (!quarantine) throw notFound('quarantine of', named.name)
  const table = await openEditableTable(ctx, { workbookId, name: toWireId('art', quarantine.tableId) }, null)
  const keeper = await openEditableTable(ctx, { workbookId, name: toWireId('art', quarantine.quarantineId) }, null)
  return { quarantine, table, keeper }
}
