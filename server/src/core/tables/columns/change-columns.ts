import type { Column } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { type OpenedTable, openReadableTable } from '../../reading/open-readable-table.ts'
import { commitTableEdit } from '../commit-table-edit.ts'
import { type EditPlace, openEditableTable } from '../open-editable-table.ts'

export type ColumnsChanged = { opened: OpenedTable; opId: number | null; stale: string[] }

/** What becomes of the columns; null: nothing. */
export type ColumnChange = { columns: Column[]; nextColumnId?: number; summary: string } | null

export type ColumnsEdit = {
  kind: 'column.add' | 'column.alter' | 'column.drop'
  expected: number | null
  actor: string | null
  /** Refuses, or says what the columns shall be. Asked again when the table changed meanwhile. */
  change: (opened: OpenedTable) => ColumnChange
}

/** A change of the schema alone: no row is touched. */
export async function changeColumns(
  ctx: Context,
  place: EditPlace,
  { kind, expected, actor, change }: ColumnsEdit,
): Promise<ColumnsChanged> {
  const { workbookId } = place
  const { prepared, committed } = await commitTableEdit(ctx, workbookId, async () => {
    const opened = await openEditableTable(ctx, place, expected)
    // By its id: the name may change meanwhile.
    const id = toWireId('art', opened.artifactId)
    const changed = change(opened)
    if (!changed) return { edit: null, id }
    const { columns, nextColumnId, summary } = changed
    const edit = {
      workbookId,
      table: opened.name,
      writes: [
        {
          tableId: opened.artifactId,
          expected,
          read: opened.editVersion,
          kind: 'schema' as const,
          columns: columns.map((column) => ({ ...column, description: null })),
          ...(nextColumnId === undefined ? {} : { nextColumnId }),
        },
      ],
      op: {
        kind,
        actor,
        detail: { expected_version: expected, unconditional: expected === null, rows: 0, summary },
      },
      auditDetail: { change: summary },
    }
    return { edit, id }
  })
  const opened = await openReadableTable(ctx, workbookId, prepared.id, { role: 'editor' })
  return { opened, opId: committed?.opId ?? null, stale: committed?.stale ?? [] }
}
