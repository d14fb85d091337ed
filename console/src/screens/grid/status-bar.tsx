import { type FormEvent, useState } from 'react'
import type { Selection } from '../../parts/grid/cells/cell-range.ts'
import type { GridColumn } from '../../parts/grid/rows/read-page.ts'
import type { RowPages } from '../../parts/grid/rows/row-pages.ts'
import { useWords } from '../../words/words.ts'
import type { TableEdits } from './edits/table-edits.ts'
import { SelectionSums } from './selection-sums.tsx'
import { tableWords } from './table-words.ts'

type Props = {
  table: string
  edits: TableEdits
  pages: RowPages
  selection: Selection
  columns: readonly GridColumn[]
  rowCount: number
  isFiltered: boolean
  onGoTo: (row: number) => void
}

/** The foot of the grid: whether all is saved, what is chosen, and the way to a line. */
export function StatusBar({ edits, rowCount, onGoTo, ...chosen }: Props) {
  const w = useWords(tableWords)
  const states = new Set(edits.all().map(({ state }) => state))
  const isSaving = edits.isBusy() || states.has('saving')
  const said = isSaving ? w.saving : states.has('refused') ? w.refused : states.has('conflict') ? w.waits : w.saved
  return (
    <div className="status-bar">
      <span role="status">{isSaving || states.size > 0 || edits.canUndo() ? said : ''}</span>
      <SelectionSums {...chosen} rowCount={rowCount} />
      <GoTo rowCount={rowCount} onGoTo={onGoTo} />
    </div>
  )
}

function GoTo({ rowCount, onGoTo }: { rowCount: number; onGoTo: (row: number) => void }) {
  const w = useWords(tableWords)
  const [text, setText] = useState('')
  const go = (event: FormEvent) => {
    event.preventDefault()
    const line = Number(text.normalize('NFKC').replaceAll(',', ''))
    if (Number.isInteger(line) && line >= 1) onGoTo(Math.min(line, rowCount) - 1)
  }
  return (
    <form className="go-to" onSubmit={go}>
      <label>
        {w.jump} <input inputMode="numeric" value={text} onChange={({ target }) => setText(target.value)} size={9} />
      </label>
    </form>
  )
}
