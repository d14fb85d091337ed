import type { Context } from '../../platform/context.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { ColumnsChanged } from './change-columns.ts'
import type { EditPlace } from './open-editable-table.ts'
import { renameColumn } from './rename-column.ts'
import { type Cast, castColumn, retypeColumn } from './retype-column.ts'

export type Alteration = {
  column: string
  newName: string | null
  type: string | null
  expected: number | null
  actor: string | null
}

/** What of it takes long, before any transaction; a name takes nothing. */
export async function prepareAlteration(
  ctx: Context,
  place: EditPlace,
  { newName, type, ...asked }: Alteration,
): Promise<Cast | null> {
  return type !== null && newName === null ? castColumn(ctx, place, { ...asked, type }) : null
}

/** Either another name or another type, one per call. */
export async function alterColumn(
  ctx: Context,
  place: EditPlace,
  { newName, type, ...asked }: Alteration,
  cast: Cast | null,
): Promise<ColumnsChanged> {
  await openWorkbook(ctx, place.workbookId, 'editor')
  if (newName !== null && type === null) return renameColumn(ctx, place, { ...asked, newName })
  if (type !== null && newName === null) return retypeColumn(ctx, place, { ...asked, type }, cast)
  throw invalidField(['body'], 'oneOf', 'exactly one of new_name and type must be given')
}
