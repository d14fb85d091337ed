import { Button } from '../../../parts/controls/button.tsx'
import { SideCells, SideHeads } from '../../../parts/sides.tsx'
import { usePeople } from '../../../parts/values/people.ts'
import { Value } from '../../../parts/values/value.tsx'
import { useFormats, useWords } from '../../../words/words.ts'
import { tableWords } from '../table-words.ts'
import { rowOf } from './cell-change.ts'
import type { CellState, TableEdits } from './table-edits.ts'

const MOST_SHOWN = 20

/** Cells that wait for a decision: others have written them meanwhile, or the service did not take them. */
export function OpenCells({ workbookId, edits }: { workbookId: string; edits: TableEdits }) {
  const all = edits.all()
  const conflicts = all.filter((cell) => cell.state === 'conflict').slice(0, MOST_SHOWN)
  const refused = all.filter((cell) => cell.state === 'refused').slice(0, MOST_SHOWN)
  return (
    <>
      {conflicts.length > 0 ? <Conflicts workbookId={workbookId} edits={edits} cells={conflicts} /> : null}
      {refused.length > 0 ? <Refused edits={edits} cells={refused} /> : null}
    </>
  )
}

type Conflict = Extract<CellState, { state: 'conflict' }>
type RefusedCell = Extract<CellState, { state: 'refused' }>

function Conflicts({
  workbookId,
  edits,
  cells,
}: {
  workbookId: string
  edits: TableEdits
  cells: readonly Conflict[]
}) {
  const w = useWords(tableWords)
  const { ago } = useFormats()
  const nameOf = usePeople(workbookId)
  const said = ({ theirs }: Conflict) => {
    const who = nameOf({ name: theirs.by, user_id: theirs.userId })
    return theirs.isGone ? w.deletedBy(who) : w.changedBy(who, theirs.at ? ago(theirs.at) : '')
  }
  return (
    <section className="open-cells" aria-label={w.conflicts} role="status">
      <table>
        <thead>
          <tr>
            <th scope="col">{w.conflicts}</th>
            <SideHeads />
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => {
            const { change, theirs } = cell
            const values = { base: change.base, ours: change.mine, theirs: theirs.value, standing: 'theirs' as const }
            return (
              <tr key={`${rowOf(change)?.rowId} ${change.column}`}>
                <th scope="row">
                  {w.place(change.column, change.line + 1)}
                  <span className="changed-by">{said(cell)}</span>
                </th>
                <SideCells
                  values={values}
                  isRow={false}
                  below={{
                    ours: theirs.isGone ? null : (
                      <Button onClick={() => void edits.settle(cell, 'mine')}>{w.keepMine}</Button>
                    ),
                    theirs: <Button onClick={() => void edits.settle(cell, 'theirs')}>{w.keepTheirs}</Button>,
                  }}
                />
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function Refused({ edits, cells }: { edits: TableEdits; cells: readonly RefusedCell[] }) {
  const w = useWords(tableWords)
  return (
    <section className="open-cells refused" aria-label={w.refusedTitle}>
      <ul>
        {cells.map((cell) => (
          <li key={`${rowOf(cell.change)?.rowId} ${cell.change.line} ${cell.change.column}`}>
            <strong>{w.place(cell.change.column, cell.change.line + 1)}</strong>{' '}
            <Value value={cell.text ?? cell.change.mine} /> <span>{cell.why}</span>
            {cell.isRepeatable ? (
              <Button look="quiet" onClick={() => void edits.settle(cell, 'mine')}>
                {w.tryAgain}
              </Button>
            ) : null}
            <Button look="quiet" onClick={() => void edits.settle(cell, 'theirs')}>
              {w.letGo}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
