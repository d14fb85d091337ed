import type { FoldedRows } from '../content.ts'
import type { RowChange, TableLoad } from './protocol.ts'
import { rowChanges } from './row-changes.ts'

/** A table as it was before some of its rows were changed: the same files, and other edits over them. */
export function loadAsBefore(load: TableLoad, key: string, back: FoldedRows): TableLoad {
  const edits = new Map(load.edits.map((change) => [change[0], change]))
  for (const change of rowChanges(back, { columns: load.columns, covers: [] })) {
    const [rowId] = change
    edits.set(rowId, turnedBack(edits.get(rowId), change))
  }
  return { ...load, key, edits: [...edits.values()] }
}

/** What lay over the files, with some of its cells turned back; a row that was another as a whole stands for itself. */
function turnedBack(laid: RowChange | undefined, back: RowChange): RowChange {
  if (back[1] !== 'patch' || laid === undefined || laid[1] === 'delete') return back
  const [rowId, change, cells] = laid
  return [rowId, change, { ...cells, ...back[2] }]
}
