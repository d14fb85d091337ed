import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { toast } from '../../parts/toasts.tsx'
import { client } from '../../service/client.ts'
import { useWords } from '../../words/words.ts'
import type { TableEdits } from './table-edits.ts'
import { tableWords } from './table-words.ts'

type Props = {
  table: Wire.Table
  edits: TableEdits
  isHistoryOpen: boolean
  onHistory: () => void
  onAddRow: () => Promise<void>
}

export function TableActions({ table, edits, isHistoryOpen, onHistory, onAddRow }: Props) {
  const w = useWords(tableWords)
  const workbookId = useWorkbookId()
  const tellFailure = (error: Error) => toast(error.message, { isBad: true })
  const adding = useMutation({ mutationFn: onAddRow, onError: tellFailure })
  const recomputing = useMutation({
    mutationFn: () => client.workbook(workbookId).recompute(),
    onSuccess: () => toast(w.recomputed),
    onError: tellFailure,
  })
  return (
    <>
      {table.freshness.stale ? (
        <Button icon="play" isBusy={recomputing.isPending} onClick={() => recomputing.mutate()}>
          {w.recompute}
        </Button>
      ) : null}
      <IconButton icon="undo" name={w.undoTitle} disabled={!edits.canUndo()} onClick={() => void edits.undo()} />
      <IconButton
        icon="undo"
        className="mirrored"
        name={w.redoTitle}
        disabled={!edits.canRedo()}
        onClick={() => void edits.redo()}
      />
      {table.layer === 'derived' ? null : (
        <Button icon="plus" isBusy={adding.isPending} onClick={() => adding.mutate()}>
          {w.addRow}
        </Button>
      )}
      <Button icon="history" aria-pressed={isHistoryOpen} onClick={onHistory}>
        {w.history}
      </Button>
      <Link className="button plain" to="/w/$workbookId/sql" params={{ workbookId }} search={{ table: table.name }}>
        <Icon name="sql" />
        {w.sql}
      </Link>
      <Link className="button plain" to="/w/$workbookId/lineage" params={{ workbookId }} search={{ table: table.name }}>
        <Icon name="lineage" />
        {w.lineage}
      </Link>
    </>
  )
}
