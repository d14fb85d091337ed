import { useState } from 'react'
import { Button } from '../../../parts/controls/button.tsx'
import { TextField } from '../../../parts/controls/field.tsx'
import { useWords } from '../../../words/words.ts'
import { correctWords } from '../correct-words.ts'
import type { OnOperations } from '../operation.ts'
import { type Cell, parseRange, spellCell, spellRange } from '../sheet/range.ts'

/** A table where none was found. */
export function NewRegion({ sheet, corner, onChange }: { sheet: string; corner: Cell; onChange: OnOperations }) {
  const w = useWords(correctWords)
  const [typed, setTyped] = useState(`${spellCell(corner)}:`)
  const box = parseRange(typed)
  return (
    <form
      className="new-region"
      onSubmit={(event) => {
        event.preventDefault()
        if (box) onChange({ op: 'add_region', sheet, range: spellRange(box), kind: 'table' })
      }}
    >
      <p>{w.newRegion}</p>
      <div className="field-row">
        <TextField label={w.range} value={typed} onChange={({ target }) => setTyped(target.value)} />
        <Button type="submit" disabled={!box}>
          {w.makeTable}
        </Button>
      </div>
    </form>
  )
}
