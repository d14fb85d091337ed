import type { Context } from '../../platform/context.ts'
import { readWholeRows } from '../governance/whole-rows.ts'
import { commitTableEdit } from './commit-table-edit.ts'
import { type EditPlace, openEditableTable } from './open-editable-table.ts'

export type Deletion = { rowIds: readonly number[]; expected: number | null; actor: string | null }

/** Deletes rows. Those that are not there are named, not an error. */
export async function deleteRows(ctx: Context, place: EditPlace, { rowIds, expected, actor }: Deletion) {
  const ids = [...new Set(rowIds)].filter((id) => id > 0)
  let missing = ids
  let editVersion = 0
  const done = await commitTableEdit(ctx, place.workbookId, async () => {
    const opened = await openEditableTable(ctx, place, expected)
    const rows = await readWholeRows(ctx, opened, ids)
    missing = ids.filter((id) => !rows.has(id))
    editVersion = opened.editVersion
    if (rows.size === 0) return null
    const edits = [...rows].map(([rowId, before]) => ({ op: 'D' as const, rowId, cells: null, before }))
    return {
      workbookId: opened.workbookId,
      table: opened.name,
      writes: [{ tableId: opened.artifactId, expected, read: opened.editVersion, kind: 'd' as const, rows: edits }],
      op: {
        kind: 'rows.delete',
        actor,
        detail: {
          expected_version: expected,
          unconditional: expected === null,
          rows: edits.length,
          summary: `Deleted ${edits.length}`,
        },
      },
    }
  })
  const written = done?.committed.tables[0]
  return {
    editVersion: written?.editVersion ?? editVersion,
    opId: done?.committed.opId ?? null,
    deleted: written?.deleted ?? 0,
    missing,
    stale: done?.committed.stale ?? [],
  }
}
