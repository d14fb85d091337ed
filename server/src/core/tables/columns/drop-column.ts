import type { Context } from '../../../platform/context.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { lastColumn } from '../tables.errors.ts'
import { changeColumns } from './change-columns.ts'
import { openColumn } from './columns.ts'

/** Takes a column away. Its id is never given again, so older versions keep it. */
export async function dropColumn(
  ctx: Context,
  place: EditPlace,
  { column: name, expected, actor }: { column: string; expected: number | null; actor: string | null },
) {
  return changeColumns(ctx, place, {
    kind: 'column.drop',
    expected,
    actor,
    change: (opened) => {
      const { id } = openColumn(opened, name)
      if (opened.schema.length === 1) throw lastColumn(opened.name)
      return { columns: opened.schema.filter((column) => column.id !== id), summary: `Dropped column ${name}` }
    },
  })
}
