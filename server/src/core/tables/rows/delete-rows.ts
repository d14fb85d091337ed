import type { Context } from '../../../platform/context.ts'
import { readWholeRows } from '../../reading/whole-rows.ts'
import { commitTableEdit } from '../commit-table-edit.ts'
import { type EditPlace, openEditableTable } from '../open-editable-table.ts'

export type Deletion = { rowIds: readonly number[]; expected: number | null; actor: string | null; session?: string }

/** Deletes rows. Those that are not there, or that the caller does not see, are named, not an error. */
export async function deleteRows(ctx: Context, place: EditPlace, { rowIds, expected, actor, session }: Deletion) {
  const ids = [...new Set(rowIds)].filter((id) => id > 0)
  const { prepared, committed } = await commitTableEdit(ctx, place.workbookId, async () => {
    const opened = await openEditableTable(ctx, place, expected, { rows: 'filtered' })
    const rows = await readWholeRows(ctx, opened, ids)
    const missing = ids.filter((id) => !rows.has(id))
    const { editVersion } = opened
    if (rows.size === 0) return { edit: null, missing, editVersion }
    const edits = [...rows].map(([rowId, before]) => ({ op: 'D' as const, rowId, cells: null, before }))
    const edit = {
      workbookId: opened.workbookId,
      table: opened.name,
      writes: [{ tableId: opened.artifactId, expected, read: opened.editVersion, kind: 'rows' as const, rows: edits }],
      op: {
        kind: 'rows.delete',
        actor,
        detail: {
          expected_version: expected,
          unconditional: expected === null,
          rows: edits.length,
          summary: `Deleted ${edits.length}`,
          ...(session ? { session } : {}),
        },
      },
      hidesRows: opened.rowAccess !== 'all',
    }
    return { edit, missing, editVersion }
  })
  const written = committed?.tables[0]
  return {
    editVersion: written?.editVersion ?? prepared.editVersion,
    opId: committed?.opId ?? null,
    deleted: written?.deleted ?? 0,
    missing: prepared.missing,
    stale: committed?.stale ?? [],
  }
}
