import type { Context } from '../../../platform/context.ts'
import { checkedName } from '../../artifacts/artifact.ts'
import { refuseIfNamesHidden } from '../../reading/refuse-if-hidden.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { tooManyColumns } from '../tables.errors.ts'
import { changeColumns } from './change-columns.ts'
import { columnTypeOf, initialOf, MOST_COLUMNS, newColumn, refuseIfColumnTaken } from './columns.ts'

export type NewColumn = {
  column: string
  type: string
  default: unknown
  expected: number | null
  actor: string | null
}

/** A new last column. Rows that are there already hold its default. */
export async function addColumn(ctx: Context, place: EditPlace, added: NewColumn) {
  const { expected, actor } = added
  return changeColumns(ctx, place, {
    kind: 'column.add',
    expected,
    actor,
    change: (opened) => {
      refuseIfNamesHidden(opened)
      const { schema, nextColumnId } = opened
      const name = checkedName(added.column, ['body', 'column'])
      const type = columnTypeOf(added.type, ['body', 'type'])
      const initial = initialOf(name, type, added.default)
      refuseIfColumnTaken(schema, name)
      if (schema.length >= MOST_COLUMNS) throw tooManyColumns(MOST_COLUMNS)
      const columns = [...schema, newColumn(nextColumnId, name, type, initial)]
      return { columns, nextColumnId: nextColumnId + 1, summary: `Added column ${name}` }
    },
  })
}
