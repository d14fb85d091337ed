import { openTablesById } from '../../core/reading/open-readable-tables.ts'
import { refuseIfAnyRowsHidden } from '../../core/reading/refuse-if-hidden.ts'
import { deleteTable } from '../../core/tables/trash/delete-table.ts'
import { type OpenedWorkbook, openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { WorkbookRole } from '../../core/workbooks/workbook.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { fromWireId, toWireId } from '../../platform/ids.ts'
import type { Transform } from './transform.ts'
import { findTransform } from './transforms.store.ts'

export type TransformPlace = { workbookId: string; name: string }

/** With whether the caller sees plainly all that it sees: only then its code, and why it fails, are shown. */
type OpenedTransform = { transform: Transform; isSeen: boolean; workbook: OpenedWorkbook }

/** The door to a transform, by the name of its output or by its id. */
export async function openTransform(ctx: Context, place: TransformPlace, role: WorkbookRole): Promise<OpenedTransform> {
  const { workbookId, name } = place
  const workbook = await openWorkbook(ctx, workbookId, role)
  // A run goes on to the tables below, and says how many rows it made of each.
  if (role !== 'viewer') await refuseIfAnyRowsHidden(ctx, workbook)
  const transform = await findTransform(ctx.db, workbookId, name.normalize('NFC'), fromWireId('tf', name))
  if (!transform) throw notFound('transform', name)
  return { transform, workbook, isSeen: await seesInputs(ctx, workbook, transform) }
}

/** A column that is gone hides nothing. */
export async function seesInputs(
  ctx: Context,
  workbook: OpenedWorkbook,
  { visible, args }: Pick<Transform, 'visible' | 'args'>,
): Promise<boolean> {
  const inputs = new Set([...Object.keys(visible), ...args.map(({ tableId }) => tableId)])
  const opened = await openTablesById(ctx, workbook, [...inputs], { rows: 'any' })
  return opened.every(({ artifactId, schema, table, rowAccess }) => {
    if (rowAccess !== 'all') return false
    const plain = new Set(table.columns.flatMap(({ origin, isMasked }) => (isMasked ? [] : [origin])))
    const there = new Set(schema.map(({ origin }) => origin))
    return (visible[artifactId] ?? []).every((origin) => plain.has(origin) || !there.has(origin))
  })
}

/** A transform goes into the trash with its output, and comes back from there with it. What was made from that is stale. */
export async function deleteTransform(ctx: Context, place: TransformPlace, actor: string | null) {
  const { transform } = await openTransform(ctx, place, 'editor')
  await deleteTable(ctx, { workbookId: place.workbookId, name: toWireId('art', transform.tableId) }, null, actor)
}
