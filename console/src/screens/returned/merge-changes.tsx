import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Value } from '../../parts/values/value.tsx'
import { useWords } from '../../words/words.ts'
import type { MergedSheet } from './merge-state.ts'
import { returnedWords } from './returned-words.ts'

type Change = NonNullable<MergedSheet['changes']>[number]

const FIRST = 50
const MORE = 500

/** Each cell that a merge would write, and each row it would delete, before anything is written. */
export function MergeChanges({ sheet }: { sheet: MergedSheet }) {
  const w = useWords(returnedWords)
  const [shown, setShown] = useState(FIRST)
  const { changes = [], cells_written = 0, deleted = 0 } = sheet
  if (changes.length === 0) return null
  const left = changes.length - shown
  const untold = cells_written + deleted - changes.length
  return (
    <div className="merge-changes">
      <DataTable
        caption={w.changes(cells_written + deleted)}
        rows={changes.slice(0, shown)}
        rowKey={({ row_id, new_row, column }) => `${row_id} ${new_row} ${column}`}
        columns={[
          { key: 'cell', name: w.cell, isRowName: true, cell: (change) => placeOf(change, w) },
          { key: 'before', name: w.before, cell: ({ before }) => <Value value={before} /> },
          {
            key: 'value',
            name: w.after,
            cell: ({ kind, value }) => (kind === 'deleted' ? w.rowGoes : <Value value={value} />),
          },
        ]}
      />
      {left > 0 ? <Button onClick={() => setShown(shown + MORE)}>{w.showMore(Math.min(left, MORE))}</Button> : null}
      {left <= 0 && untold > 0 ? <p className="soft">{w.more(untold)}</p> : null}
    </div>
  )
}

const placeOf = ({ row_id, new_row, column }: Change, w: typeof returnedWords.en) =>
  row_id === null ? w.newCellAt(new_row ?? 0, column) : w.cellAt(row_id, column)
