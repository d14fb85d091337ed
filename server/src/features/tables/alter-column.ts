import type { Context } from '../../platform/context.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { ColumnsChanged } from './change-columns.ts'
import type { EditPlace } from './open-editable-table.ts'
import { renameColumn } from './rename-column.ts'
import { retypeColumn } from './retype-column.ts'

export type Alteration = {
  column: string
  newName: string | null
  type: string | null
  expected: number | null
  actor: string | null
}

/** Either another name or another type, one per call. */
export async function alterColumn(ctx: Context, place: EditPlace, alteration: Alteration): Promise<ColumnsChanged> {
  await openWorkbook(ctx, place.workbookId, 'editor')
  const { newName, type, ...asked } = alteration
  if (newName !== null && type === null) return renameColumn(ctx, place, { ...asked, newName })
  if (type !== null && newName === null) return retypeColumn(ctx, place, { ...asked, type })
  throw invalidField(['body'], 'oneOf', 'exactly one of new_name and type must be given')
}
