import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { deleteTable } from '../tables/delete-table.ts'
import { openTransform, type TransformPlace } from './open-transform.ts'

/** A transform goes into the trash with its output, and comes back from there with it. What was made from that is stale. */
export async function deleteTransform(ctx: Context, place: TransformPlace, actor: string | null) {
  const { transform } = await openTransform(ctx, place, 'editor')
  await deleteTable(ctx, { workbookId: place.workbookId, name: toWireId('art', transform.tableId) }, null, actor)
}
