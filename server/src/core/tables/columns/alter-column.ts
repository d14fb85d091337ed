import type { Context } from '../../../platform/context.ts'
import { checkedName } from '../../artifacts/artifact.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { refuseIfNamesHidden } from '../../reading/refuse-if-hidden.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { type ColumnsChanged, changeColumns } from './change-columns.ts'
import { openColumn, refuseIfColumnTaken } from './columns.ts'
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

type ColumnRenaming = { column: string; newName: string; expected: number | null; actor: string | null }

/** Gives a column another name. Its own name again changes nothing. */
async function renameColumn(ctx: Context, place: EditPlace, renaming: ColumnRenaming) {
  const { expected, actor } = renaming
  return changeColumns(ctx, place, {
    kind: 'column.alter',
    expected,
    actor,
    change: (opened) => {
      const { id, name: oldName } = openColumn(opened, renaming.column)
      if (oldName === renaming.newName.normalize('NFC')) return null
      const name = checkedName(renaming.newName, ['body', 'new_name'])
      refuseIfNamesHidden(opened)
      refuseIfColumnTaken(opened.schema, name, id)
      const columns = opened.schema.map((column) => (column.id === id ? { ...column, name } : column))
      return { columns, summary: `Renamed column ${oldName} to ${name}` }
    },
  })
}
