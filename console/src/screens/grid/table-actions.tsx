import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { helpfulList } from '../../parts/answers/load.ts'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { workbookQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { ShareButton } from '../links/share-button.tsx'
import type { SharedThing } from '../links/share-dialog.tsx'
import { newDraft } from '../questions/summary-draft.ts'
import { commentWords } from './comments/comment-words.ts'
import { DownloadMenu } from './download-menu.tsx'
import type { TableEdits } from './edits/table-edits.ts'
import { TableMore } from './table-more.tsx'
import { tableWords } from './table-words.ts'
import { savedViewsQuery } from './views/saved-views.ts'
import { wireConditions } from './views/view-state.ts'

type Props = {
  table: Wire.Table
  /** Names of the columns on the screen, from left to right. */
  shown: readonly string[]
  edits: TableEdits
  panel: 'row' | 'comments' | null
  /** How many threads are open. */
  comments: number
  onPanel: (panel: 'row' | 'comments') => void
  onAddRow: () => Promise<void>
}

export function TableActions({ table, shown, edits, panel, comments, onPanel, onAddRow }: Props) {
  const w = useWords(tableWords)
  const said = useWords(commentWords)
  const workbookId = useWorkbookId()
  const search = useSearch({ from: '/w/$workbookId/tables/$tableName' })
  const isWritable = useQuery(workbookQuery(workbookId)).data?.role !== 'viewer'
  const views = helpfulList(useQuery(savedViewsQuery(workbookId, table.name)))
  const adding = useMutation({ mutationFn: onAddRow, onError: toastProblem })
  const recomputing = useMutation({
    mutationFn: () => client.workbook(workbookId).recompute(),
    onSuccess: () => toast(w.recomputed),
    onError: toastProblem,
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
      {table.layer === 'derived' || !isWritable ? null : (
        <Button icon="plus" isBusy={adding.isPending} onClick={() => adding.mutate()}>
          {w.addRow}
        </Button>
      )}
      {isWritable ? <ShareButton thing={sharedThing(table, search.view, views)} /> : null}
      <DownloadMenu workbookId={workbookId} table={table} search={search} shown={shown} />
      <Button icon="comment" aria-pressed={panel === 'comments'} onClick={() => onPanel('comments')}>
        {said.open(comments)}
      </Button>
      <Button icon="history" className="desk-only" aria-pressed={panel === 'row'} onClick={() => onPanel('row')}>
        {w.history}
      </Button>
      <Link
        className="button plain desk-only"
        to="/w/$workbookId/summarise"
        params={{ workbookId }}
        search={{ draft: newDraft(table.name, wireConditions(search.filter ?? [], table.columns)) }}
      >
        <Icon name="chart" />
        {w.summarise}
      </Link>
      <Link
        className="button plain desk-only"
        to="/w/$workbookId/sql"
        params={{ workbookId }}
        search={{ ...search, table: table.name }}
      >
        <Icon name="sql" />
        {w.sql}
      </Link>
      <TableMore table={table} isWritable={isWritable} />
    </>
  )
}

/** The view at hand, or the whole table. */
function sharedThing(table: Wire.Table, viewId: string | undefined, views: readonly Wire.SavedView[]): SharedThing {
  const view = views.find(({ view_id }) => view_id === viewId)
  return view ? { kind: 'view', id: view.view_id, name: view.name } : { kind: 'table', id: table.id, name: table.name }
}
