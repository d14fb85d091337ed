import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Asked } from '../../parts/answers/asked.tsx'
import { helpfulList } from '../../parts/answers/load.ts'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { Page } from '../../parts/page.tsx'
import { partsWords } from '../../parts/parts-words.ts'
import { saveFile } from '../../parts/save-file.ts'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { tablesQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { BlockList } from './block-list.tsx'
import { SheetPage } from './sheet-page.tsx'
import { sheetsWords } from './sheets-words.ts'
import { specOf, useSheet, useSheetPage } from './use-sheet.ts'
import './sheets.css'

/** What stands on a sheet, and beside it how it reads. */
export function SheetScreen() {
  const w = useWords(sheetsWords)
  const { workbookId, sheet: name } = useParams({ from: '/w/$workbookId/sheets/$sheet' })
  const { query, change } = useSheet(workbookId, name)
  const tables = helpfulList(useQuery(tablesQuery(workbookId)))
  return (
    <Page
      title={query.data?.title ?? name}
      isWide
      actions={<Actions workbookId={workbookId} name={name} isSaving={change.isPending} />}
    >
      <Asked query={query}>
        {(sheet) => (
          <div className="composer">
            <section aria-label={w.blocks}>
              {change.error ? <ProblemNote error={change.error} /> : null}
              <BlockList
                workbookId={workbookId}
                blocks={specOf(sheet).blocks}
                tables={tables.map((table) => table.name)}
                onChange={(blocks) => change.mutate(blocks)}
              />
            </section>
            <Preview workbookId={workbookId} sheet={sheet} />
          </div>
        )}
      </Asked>
    </Page>
  )
}

function Preview({ workbookId, sheet }: { workbookId: string; sheet: Wire.Sheet }) {
  const w = useWords(sheetsWords)
  const page = useSheetPage(workbookId, sheet.name, sheet.version)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="composer-page" aria-label={w.preview} tabIndex={0}>
      {sheet.missing_tables.length > 0 ? <p className="soft">{w.missing(sheet.missing_tables.join(', '))}</p> : null}
      <Asked query={page}>{(html) => <SheetPage html={html} />}</Asked>
    </section>
  )
}

function Actions({ workbookId, name, isSaving }: { workbookId: string; name: string; isSaving: boolean }) {
  const w = useWords(sheetsWords)
  const [isDeleting, setDeleting] = useState(false)
  const download = useMutation({
    mutationFn: async (format: 'xlsx' | 'pdf') => {
      const response = await client.request('renderSheet', { workbook_id: workbookId, name, format })
      await saveFile({ filename: `${name}.${format}`, blob: () => response.blob() })
    },
    onError: toastProblem,
  })
  return (
    <>
      <span className="saved soft" role="status">
        {isSaving ? w.saving : w.saved}
      </span>
      <Button icon="download" isBusy={download.isPending} onClick={() => download.mutate('xlsx')}>
        {w.excel}
      </Button>
      <Button icon="download" isBusy={download.isPending} onClick={() => download.mutate('pdf')}>
        {w.pdf}
      </Button>
      <Button look="danger" onClick={() => setDeleting(true)}>
        {w.deleteIt}
      </Button>
      {isDeleting ? <DeleteSheet workbookId={workbookId} name={name} onClose={() => setDeleting(false)} /> : null}
    </>
  )
}

function DeleteSheet({ workbookId, name, onClose }: { workbookId: string; name: string; onClose: () => void }) {
  const w = useWords(sheetsWords)
  const parts = useWords(partsWords)
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => client.api.deleteSheet({ workbook_id: workbookId, name }),
    onSuccess: async () => {
      await navigate({ to: '/w/$workbookId/sheets', params: { workbookId } })
      queries.removeQueries({ queryKey: keys.of(workbookId, 'sheets', name) })
      await queries.invalidateQueries({ queryKey: keys.of(workbookId, 'sheets') })
      toast(w.deleted(name))
    },
  })
  return (
    <Dialog
      title={w.deleteTitle(name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            {w.deleteIt}
          </Button>
        </>
      }
    >
      <p>{w.deleteText}</p>
      {remove.error ? <ProblemNote error={remove.error} /> : null}
    </Dialog>
  )
}
