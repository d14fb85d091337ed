import { useState } from 'react'
import { Button } from '../../../parts/controls/button.tsx'
import type { TypedCell } from '../../../parts/grid/cells/cell-range.ts'
import { type Pasted, pastedCells, pastedWidth } from '../../../parts/grid/cells/pasted.ts'
import { shownColumns } from '../../../parts/grid/columns/column-layout.ts'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import { Dialog } from '../../../parts/overlays/dialog.tsx'
import { partsWords } from '../../../parts/parts-words.ts'
import { useWords } from '../../../words/words.ts'
import type { TableColumns } from '../columns/use-table-columns.ts'
import { type PasteTrouble, pasteTrouble } from './paste-fit.ts'
import { pasteWords } from './paste-words.ts'

type Write = (cells: TypedCell[], among: readonly GridColumn[]) => void
type Question = { pasted: Pasted; trouble: PasteTrouble }

/** Asks before a block is written that would shift over hidden columns, or lose a part. */
export function usePasteQuestion(columns: TableColumns, write: Write) {
  const [question, setQuestion] = useState<Question | null>(null)
  const onPaste = (pasted: Pasted) => {
    const trouble = pasteTrouble(pasted, columns.all, columns.layout)
    if (trouble) setQuestion({ pasted, trouble })
    else write(pastedCells(pasted, columns.shown), columns.shown)
  }
  const asked = question ? (
    <PasteQuestion {...question} columns={columns} write={write} onClose={() => setQuestion(null)} />
  ) : null
  return { onPaste, asked }
}

type Props = Question & { columns: TableColumns; write: Write; onClose: () => void }

function PasteQuestion({ pasted, trouble: { passed, dropped, masked }, columns, write, onClose }: Props) {
  const w = useWords(pasteWords)
  const parts = useWords(partsWords)
  const intoShown = () => {
    write(pastedCells(pasted, columns.shown), columns.shown)
    onClose()
  }
  const showAndPaste = () => {
    const whole = shownColumns(columns.all, { ...columns.layout, hidden: hiddenBut(columns, passed) })
    const left = whole.findIndex(({ name }) => name === columns.shown[pasted.range.left]?.name)
    columns.reveal(passed)
    write(pastedCells({ ...pasted, range: { ...pasted.range, left } }, whole), whole)
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{parts.cancel}</Button>
      <Button onClick={intoShown}>{dropped > 0 || masked.length > 0 ? w.leaveOut : w.intoShown}</Button>
      {passed.length > 0 ? (
        <Button look="main" onClick={showAndPaste}>
          {w.showFirst}
        </Button>
      ) : null}
    </>
  )
  return (
    <Dialog title={w.title(pastedWidth(pasted))} onClose={onClose} actions={actions}>
      {passed.length > 0 ? <p>{w.passed(passed.join(w.comma))}</p> : null}
      {dropped > 0 ? <p>{w.dropped(dropped)}</p> : null}
      {masked.length > 0 ? <p>{w.masked(masked.join(w.comma))}</p> : null}
    </Dialog>
  )
}

const hiddenBut = ({ hidden }: TableColumns, passed: readonly string[]) =>
  hidden.map(({ name }) => name).filter((name) => !passed.includes(name))
