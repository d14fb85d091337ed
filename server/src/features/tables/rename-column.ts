import type { Context } from '../../platform/context.ts'
import { composedName } from '../artifacts/artifact.ts'
import { refuseIfNamesHidden } from '../governance/refuse-if-names-hidden.ts'
import { changeColumns } from './change-columns.ts'
import { refuseIfColumnTaken } from './columns.ts'
import { openColumn } from './open-column.ts'
import type { EditPlace } from './open-editable-table.ts'

export type ColumnRenaming = { column: string; newName: string; expected: number | null; actor: string | null }

/** Gives a column another name. Its own name again changes nothing. */
export async function renameColumn(ctx: Context, place: EditPlace, renaming: ColumnRenaming) {
  const { expected, actor } = renaming
  return changeColumns(ctx, place, {
    kind: 'column.alter',
    expected,
    actor,
    change: (opened) => {
      const name = composedName(renaming.newName, ['body', 'new_name'])
      const { id, name: oldName } = openColumn(opened, renaming.column)
      if (oldName === name) return null
      refuseIfNamesHidden(opened)
      refuseIfColumnTaken(opened.schema, name, id)
      const columns = opened.schema.map((column) => (column.id === id ? { ...column, name } : column))
      return { columns, summary: `Renamed column ${oldName} to ${name}` }
    },
  })
}
