import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { helpfulList } from '../../../parts/answers/load.ts'
import { Button } from '../../../parts/controls/button.tsx'
import { Confirm } from '../../../parts/overlays/confirm.tsx'
import { type Spot, spotOf } from '../../../parts/overlays/menu.tsx'
import { toast, toastProblem } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { useWords } from '../../../words/words.ts'
import type { TableColumns } from '../columns/use-table-columns.ts'
import type { GridSearch } from '../grid-search.ts'
import { NameView } from './name-view.tsx'
import { refreshViews, savedViewsQuery } from './saved-views.ts'
import { type ViewDialog, ViewMenu } from './view-menu.tsx'
import { bodyOfGrid, isChanged, searchOfView } from './view-state.ts'
import { viewWords } from './view-words.ts'

type Props = { table: string; columns: TableColumns; isWritable: boolean; onShow: (search: GridSearch) => void }

/** Which view the table is looked at through, the way to others, and to keep what was changed. */
export function ViewBar({ table, columns, isWritable, onShow }: Props) {
  const w = useWords(viewWords)
  const workbookId = useWorkbookId()
  const known = useQuery(savedViewsQuery(workbookId, table))
  const views = helpfulList(known)
  const [spot, setSpot] = useState<Spot | null>(null)
  const [asked, setAsked] = useState<ViewDialog | null>(null)
  const { search, all } = columns
  const view = views.find(({ view_id }) => view_id === search.view)
  const now = { ...search, layout: columns.layout, formats: columns.formats }
  const isDirty = view !== undefined && isChanged(all, view, now)
  const saving = useMutation({
    mutationFn: ({ view_id, version }: Wire.SavedView) =>
      client.api.changeSavedView({
        workbook_id: workbookId,
        view_id,
        body: { state: bodyOfGrid(all, now), expected_version: version },
      }),
    onSuccess: async (saved) => {
      await refreshViews(workbookId)
      onShow(searchOfView(saved))
      toast(w.saved(saved.name))
    },
    onError: toastProblem,
  })
  return (
    <>
      <Button
        look="quiet"
        icon="book"
        className="view-button"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setSpot(spotOf(currentTarget))}
      >
        {view ? w.current(view.name) : w.views}
        {views.length > 0 && !view ? <small className="count">{views.length}</small> : null}
      </Button>
      {view?.partial ? <span className="soft">{w.partial}</span> : null}
      {isDirty && isWritable && !view.partial ? (
        <Button isBusy={saving.isPending} onClick={() => saving.mutate(view)}>
          {w.save}
        </Button>
      ) : null}
      {isDirty && isWritable ? (
        <Button look="quiet" onClick={() => setAsked('save')}>
          {w.saveAs}
        </Button>
      ) : null}
      {isDirty ? (
        <Button look="quiet" icon="undo" onClick={() => onShow(searchOfView(view))}>
          {w.reset}
        </Button>
      ) : null}
      {spot ? (
        <ViewMenu
          spot={spot}
          views={known}
          view={view}
          isWritable={isWritable}
          onShow={onShow}
          onAsk={setAsked}
          onClose={() => setSpot(null)}
        />
      ) : null}
      {asked === 'save' || (asked === 'rename' && view) ? (
        <NameView
          table={table}
          view={asked === 'rename' ? view : undefined}
          state={bodyOfGrid(all, now)}
          onDone={(saved) => {
            setAsked(null)
            if (asked === 'save') onShow(searchOfView(saved))
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'remove' && view ? (
        <Confirm
          title={w.removeTitle(view.name)}
          text={w.removeText}
          name={w.removeDo}
          onConfirm={async () => {
            await client.api.deleteSavedView({ workbook_id: workbookId, view_id: view.view_id })
            onShow({})
            await refreshViews(workbookId)
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}
