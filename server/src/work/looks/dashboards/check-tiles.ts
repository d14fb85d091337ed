import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { hiddenNames } from '../../../core/policies/governance.errors.ts'
import { openReadableTable } from '../../../core/reading/open-readable-table.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { refuseIfNotAnswerable } from '../questions/check-question-request.ts'
import { findQuestion } from '../questions/questions.store.ts'
import { hidesParts } from '../saved-views/saved-view.ts'
import { findSavedView } from '../saved-views/saved-views.store.ts'
import { type Dashboard, isSameContent, misplacedTile, type Tile } from './dashboard.ts'
import { findDashboard } from './dashboards.store.ts'

declare const checked: unique symbol

/** Tiles of a dashboard, of which the caller could read what is new. Only the check below gives them out. */
export type CheckedTiles = readonly Tile[] & { readonly [checked]: true }

/** The engine looks at SQL, so this comes before a transaction. `dashboardId`: null for a new dashboard. */
export async function checkTiles(
  ctx: Context,
  workbookId: string,
  dashboardId: string | null,
  tiles: readonly Tile[],
): Promise<CheckedTiles> {
  await openWorkbook(ctx, workbookId, 'editor')
  const at = misplacedTile(tiles)
  if (at !== undefined)
    throw invalidField(['body', 'tiles', at], 'place', 'must lie within 12 columns, under a tile_id of its own')
  const before = dashboardId === null ? undefined : await findDashboard(ctx.db, workbookId, dashboardId)
  for (const [n, tile] of tiles.entries())
    if (!isVouchedFor(before, tile)) await refuseIfUnreadable(ctx, workbookId, tile, n)
  // Safe: the mark is a promise, not a member.
  return tiles as CheckedTiles
}

/** It shows what it did, and it is known who put it there. */
export const isVouchedFor = (before: Pick<Dashboard, 'document' | 'writers'> | undefined, tile: Tile): boolean =>
  before?.writers?.[tile.tileId] !== undefined &&
  before.document.tiles.some((other) => other.tileId === tile.tileId && isSameContent(other, tile))

async function refuseIfUnreadable(ctx: Context, workbookId: string, tile: Tile, n: number) {
  if (tile.kind === 'question') {
    const question = await findQuestion(ctx.db, workbookId, tile.questionId)
    if (!question) throw invalidField(['body', 'tiles', n, 'question_id'], 'exists', 'is no question of the workbook')
    await refuseIfNotAnswerable(ctx, workbookId, question)
  }
  if (tile.kind === 'view') {
    const view = await findSavedView(ctx.db, workbookId, tile.viewId)
    if (!view) throw invalidField(['body', 'tiles', n, 'view_id'], 'exists', 'is no saved view of the workbook')
    const door = { role: 'editor', rows: 'filtered' } as const
    const { table, schema } = await openReadableTable(ctx, workbookId, toWireId('art', view.tableId), door)
    if (hidesParts(view.document, table.columns, schema)) throw hiddenNames()
  }
}
