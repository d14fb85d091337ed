import type { Context } from '../../platform/context.ts'
import { refuseIfNoGovernor } from '../artifacts/policy-input.ts'
import {
  type OpenedTable,
  openReadableTable,
  refuseIfRowsHidden,
  type TableDoor,
} from '../reading/open-readable-table.ts'
import { listRowsChangedAfter } from './history/history.store.ts'
import { derivedNotEditable, versionConflict } from './tables.errors.ts'

export type EditPlace = { workbookId: string; name: string }

/** A table to read: now, or as a snapshot has it (its id, or `version:` and a label). */
export type ReadPlace = EditPlace & { asOf?: string | undefined }

/** A table to change. One at another version than the caller expects is refused before anything is prepared. */
export async function openEditableTable(
  ctx: Context,
  place: EditPlace,
  expected: number | null,
  door: Pick<TableDoor, 'rows'> = {},
): Promise<OpenedTable> {
  const opened = await openTableForCells(ctx, place, expected, door)
  if (opened.layer === 'derived') throw derivedNotEditable(opened.name)
  return opened
}

/** The same for changes of cells in existing rows: of a derived table these are overrides. */
export async function openTableForCells(
  ctx: Context,
  { workbookId, name }: EditPlace,
  expected: number | null,
  { rows }: Pick<TableDoor, 'rows'> = {},
): Promise<OpenedTable> {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'editor', rows })
  if (opened.isPolicyInput) await refuseIfNoGovernor(ctx, workbookId, opened.name)
  // Overrides belong to the transform, which reads whole tables.
  if (opened.layer === 'derived') refuseIfRowsHidden(opened, {})
  await refuseIfBehind(ctx, opened, expected)
  return opened
}

export async function refuseIfBehind(ctx: Context, opened: OpenedTable, expected: number | null) {
  if (expected === null || expected === opened.editVersion) return
  // Which rows changed is for those who see all of them.
  const isWhole = opened.rowAccess === 'all'
  const changedRows = isWhole
    ? await listRowsChangedAfter(ctx.db, opened.workbookId, opened.artifactId, expected)
    : null
  throw versionConflict({ table: opened.name, expected, current: opened.editVersion, changedRows })
}
