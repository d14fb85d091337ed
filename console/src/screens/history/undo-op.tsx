import { type BinderyProblem, isProblem, type Wire } from '@bindery-data/sdk'
import { useState } from 'react'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { Value } from '../../parts/values/value.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { historyWords } from './history-words.ts'

type Props = { workbookId: string; op: Pick<Wire.Op, 'op_id'>; what: string; isNamed?: boolean; onDone?: () => void }

/** Takes an op back; where something was written over it since, the user is asked. */
export function UndoOp({ workbookId, op, what, isNamed = false, onDone }: Props) {
  const w = useWords(historyWords)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const undo = async (force: boolean) => {
    setBusy(true)
    try {
      const { rows, lost_columns } = await client.workbook(workbookId).undo(op.op_id, { force })
      setRefused(null)
      toast(w.undoDone(rows))
      if (lost_columns > 0) toast(w.undoLost(lost_columns), { isBad: true })
      onDone?.()
    } catch (error) {
      setRefused(error)
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
  }
  return (
    <>
      <Button look="quiet" icon="undo" isBusy={isBusy} aria-label={w.undoLabel(what)} onClick={() => void undo(false)}>
        {isNamed ? w.undoLabel(what) : w.undo}
      </Button>
      {refused ? <Refused error={refused} onAnyway={() => void undo(true)} onClose={() => setRefused(null)} /> : null}
    </>
  )
}

function Refused({ error, onAnyway, onClose }: { error: unknown; onAnyway: () => void; onClose: () => void }) {
  const w = useWords(historyWords)
  const isConflict = isProblem(error, 'undo_conflict')
  const actions = (
    <>
      <Button onClick={onClose}>{w.undoConflict.leave}</Button>
      {isConflict ? (
        <Button look="danger" onClick={onAnyway}>
          {w.undoConflict.anyway}
        </Button>
      ) : null}
    </>
  )
  return (
    <Dialog title={isConflict ? w.undoConflict.title : w.undo} onClose={onClose} actions={actions}>
      {isConflict ? (
        <>
          <p>{w.undoConflict.text}</p>
          <DataTable
            caption={w.undoConflict.title}
            rows={changedCells(error)}
            rowKey={({ row_id, column }) => `${row_id} ${column}`}
            columns={[
              { key: 'row', name: w.rowName, cell: ({ row_id }) => row_id, isRowName: true },
              { key: 'column', name: w.column, cell: ({ column }) => column },
              { key: 'wrote', name: w.undoConflict.wrote, cell: ({ written }) => <Value value={written} /> },
              { key: 'now', name: w.undoConflict.current, cell: ({ current }) => <Value value={current} /> },
            ]}
          />
        </>
      ) : (
        <ProblemNote error={error} />
      )}
    </Dialog>
  )
}

type ChangedCell = { row_id: number; column: string | null; written: unknown; current: unknown }

/** The cells that an undo would put older values over. */
function changedCells(error: BinderyProblem): readonly ChangedCell[] {
  const { cells } = error.fields
  // Safe: a problem of this code lists its cells in this shape.
  return Array.isArray(cells) ? (cells as ChangedCell[]) : []
}
