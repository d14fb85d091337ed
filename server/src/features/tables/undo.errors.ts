import { ServiceError } from '../../platform/errors.ts'
import type { ReadableTable } from '../../tabular/readable-table.ts'
import { visibleValue } from '../governance/visible-value.ts'
import type { Changed } from './plan-undo.ts'

export const notUndoable = (opId: number, kind: string) =>
  new ServiceError('invalid', 'not_undoable', {
    title: 'This kind of op cannot be undone',
    detail: `Op ${opId} is a ${kind}.`,
    suggestedFix: 'Edits of rows and merges can be undone; for the rest, restore a snapshot or make the change back.',
    extra: { op_id: opId },
  })

export const alreadyUndone = (opId: number, undoneBy: number) =>
  new ServiceError('conflict', 'already_undone', {
    title: 'This op is undone already',
    detail: `Op ${undoneBy} undid op ${opId}.`,
    suggestedFix: 'There is nothing to do. To have its effect again, send the edit once more.',
    extra: { op_id: opId, undone_by: undoneBy },
  })

export const undoConflict = (opId: number, table: ReadableTable, changed: readonly Changed[]) =>
  new ServiceError('conflict', 'undo_conflict', {
    title: 'What the op wrote was changed since',
    detail: `${changed.length} cells or rows are no longer as op ${opId} left them.`,
    suggestedFix: 'Look at cells; to overwrite what came after, send the request again with ?force=true.',
    extra: {
      op_id: opId,
      count: changed.length,
      cells: changed.slice(0, 100).map(({ rowId, column, written, current }) => ({
        row_id: rowId,
        column: column?.name ?? null,
        written: column && visibleValue(table, column.id, written),
        current: column && visibleValue(table, column.id, current),
      })),
    },
  })
