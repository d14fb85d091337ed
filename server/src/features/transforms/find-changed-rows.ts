import type { Context } from '../../platform/context.ts'
import { foldBack, type RowUndo } from '../../tabular/fold-back.ts'
import type { ChangedRows } from '../../tabular/sql-run.ts'
import { findBuiltFrom, listDeltas } from '../../tabular/tables.store.ts'
import { methodOf } from './built-from.ts'
import type { Computed, Ground, Runnable } from './run.ts'
import { type BuiltFrom, countChanges } from './runs.store.ts'

/** Beyond this many, all rows are as soon looked at. */
const MOST_CHANGED_ROWS = 10_000

/**
 * Which rows of the one input have changed since the output was made from it. Null where that is not known, or is not all
 * that has changed: the columns of the input, the code, what its author saw, the policies.
 */
export async function findChangedRows(
  { bulk: { db } }: Context,
  transform: Runnable,
  { standings, computed }: Ground,
): Promise<ChangedRows | null> {
  const { workbookId, tableId, args } = transform
  const [arg, ...others] = args
  const [input, output] = [arg && standings.get(arg.tableId), standings.get(tableId)]
  if (!input || !output || others.length > 0) return null
  // Safe: runs alone write it, and restores copy it.
  const built = (await findBuiltFrom(db, workbookId, tableId, output.version)) as BuiltFrom | undefined
  const [from, schemaNo] = built?.inputs[input.tableId] ?? []
  if (from === undefined || schemaNo !== input.schemaNo || built?.policyEpoch !== input.policyEpoch) return null
  if (built.method !== methodOf(transform)) return null

  const pending = editsOf(computed.get(input.tableId))
  const range = { from: from + 1, to: input.version }
  const { versions, edits, rows } = await countChanges(db, workbookId, input.tableId, range)
  // A version that is forgotten, or is more than an edit of rows.
  if (!pending || versions < input.version - from || edits < versions) return null
  if (rows + pending.length > MOST_CHANGED_ROWS) return null
  const deltas = rows > 0 ? await listDeltas(db, workbookId, input.tableId, [range]) : []
  const back = foldBack([...deltas, ...pending])
  return { rowIds: [...back.keys()], back }
}

/** What the same commit does to the input, where that is an edit of rows; null where it is more. */
function editsOf(made: Computed | undefined): RowUndo[] | null {
  if (!made) return []
  if (made.mode !== 'incremental') return null
  return (made.write.rows ?? []).map(({ rowId, op, before }) => ({ rowId: rowId ?? 0, op, before }))
}
