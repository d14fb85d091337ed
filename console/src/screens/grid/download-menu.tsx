import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Menu, MenuItem, type Spot, spotOf } from '../../parts/overlays/menu.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { inBackground } from '../../service/background-work.ts'
import { client } from '../../service/client.ts'
import { useWords } from '../../words/words.ts'
import { downloadWords } from './download-words.ts'
import type { GridSearch } from './grid-search.ts'
import { asMarkdown } from './markdown.ts'
import { MOST_PAGES, PAGE, rowsInView, saveRowsInView } from './rows-in-view.ts'

type Props = { workbookId: string; table: Wire.Table; search: GridSearch }

/** More does not fit into a text that people paste. */
const MOST_ROWS = 1_000

/** The whole table as a file, or the rows in view as text. What one may not see is in neither. */
export function DownloadMenu({ workbookId, table, search }: Props) {
  const w = useWords(downloadWords)
  const button = useRef<HTMLSpanElement>(null)
  const [at, setAt] = useState<Spot | null>(null)
  const download = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') =>
      inBackground(w.preparing(table.name), async () => {
        // Excel takes a file without a mark for one of its own old encodings.
        const csv = format === 'csv' ? { csv: { encoding: 'utf-8-bom' as const } } : {}
        await saveFile(await client.workbook(workbookId).export({ tables: [table.name], format, ...csv }))
      }),
    onSuccess: () => toast(w.downloaded(table.name)),
    onError: toastProblem,
  })
  const isChosen = (search.filter ?? []).length > 0 || search.order !== undefined
  const downloadView = useMutation({
    mutationFn: () => inBackground(w.preparing(table.name), () => saveRowsInView(workbookId, table, search)),
    onSuccess: ({ isWhole }) => toast(isWhole ? w.downloaded(table.name) : w.downloadedFirst(MOST_PAGES * PAGE)),
    onError: toastProblem,
  })
  const copy = useMutation({
    mutationFn: () => copyMarkdown(workbookId, table, search),
    onSuccess: ({ rows, all }) => toast(rows < all ? w.copiedFirst(rows, all) : w.copied(rows)),
    onError: toastProblem,
  })
  return (
    <span ref={button}>
      <Button
        icon="download"
        isBusy={download.isPending || downloadView.isPending || copy.isPending}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={() => button.current && setAt(spotOf(button.current))}
      >
        {w.download}
      </Button>
      {at ? (
        <Menu
          label={w.download}
          at={at}
          onClose={() => setAt(null)}
          focusAfter={() => button.current?.querySelector('button')}
        >
          <MenuItem icon="sheet" onSelect={() => download.mutate('xlsx')}>
            {w.xlsx}
          </MenuItem>
          <MenuItem icon="file" onSelect={() => download.mutate('csv')}>
            {w.csv}
          </MenuItem>
          {isChosen ? (
            <MenuItem icon="filter" onSelect={() => downloadView.mutate()}>
              {w.csvInView}
            </MenuItem>
          ) : null}
          <MenuItem icon="table" onSelect={() => copy.mutate()}>
            {w.markdown}
          </MenuItem>
        </Menu>
      ) : null}
    </span>
  )
}

async function copyMarkdown(workbookId: string, table: Wire.Table, search: GridSearch) {
  const page = await client.api.readTableRows({
    ...rowsInView(workbookId, table, search),
    limit: MOST_ROWS,
    count: true,
  })
  // Safe: rows are asked for as objects of JSON.
  const rows = page.rows as Readonly<Record<string, unknown>>[]
  await navigator.clipboard.writeText(asMarkdown(page.columns, rows))
  return { rows: rows.length, all: page.row_count ?? rows.length }
}
