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
import { rowsInView, viewToExport } from './rows-in-view.ts'

/** `shown`: the names of the columns on the screen, from left to right. */
type Props = { workbookId: string; table: Wire.Table; search: GridSearch; shown: readonly string[] }
type Format = 'xlsx' | 'csv' | 'parquet'

/** More does not fit into a text that people paste. */
const MOST_ROWS = 1_000

/** What the screen shows as a file or as text: its filter, its order and its columns. What one may not see is in neither. */
export function DownloadMenu({ workbookId, table, search, shown }: Props) {
  const w = useWords(downloadWords)
  const button = useRef<HTMLSpanElement>(null)
  const [at, setAt] = useState<Spot | null>(null)
  const view = viewToExport(table, search, shown)
  const isWhole = Object.keys(view).length === 0
  const download = useMutation({
    mutationFn: ({ format, ...rows }: { format: Format } & typeof view) =>
      inBackground(w.preparing(table.name), async () => {
        // Excel takes a file without a mark for one of its own old encodings.
        const csv = format === 'csv' ? { csv: { encoding: 'utf-8-bom' as const } } : {}
        await saveFile(await client.workbook(workbookId).export({ tables: [table.name], format, ...csv, ...rows }))
      }),
    onSuccess: () => toast(w.downloaded(table.name)),
    onError: toastProblem,
  })
  const copy = useMutation({
    mutationFn: () => copyMarkdown(workbookId, table, search, shown),
    onSuccess: ({ rows, all }) => toast(rows < all ? w.copiedFirst(rows, all) : w.copied(rows)),
    onError: toastProblem,
  })
  return (
    <span ref={button}>
      <Button
        icon="download"
        isBusy={download.isPending || copy.isPending}
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
          <MenuItem icon="sheet" onSelect={() => download.mutate({ format: 'xlsx', ...view })}>
            {w.xlsx}
          </MenuItem>
          <MenuItem icon="file" onSelect={() => download.mutate({ format: 'csv', ...view })}>
            {w.csv}
          </MenuItem>
          <MenuItem icon="file" onSelect={() => download.mutate({ format: 'parquet', ...view })}>
            {w.parquet}
          </MenuItem>
          <MenuItem icon="table" onSelect={() => copy.mutate()}>
            {w.markdown}
          </MenuItem>
          {isWhole ? null : (
            <MenuItem icon="sheet" onSelect={() => download.mutate({ format: 'xlsx' })}>
              {w.whole}
            </MenuItem>
          )}
        </Menu>
      ) : null}
    </span>
  )
}

async function copyMarkdown(workbookId: string, table: Wire.Table, search: GridSearch, shown: readonly string[]) {
  const page = await client.api.readTableRows({
    ...rowsInView(workbookId, table, search),
    columns: JSON.stringify(shown),
    limit: MOST_ROWS,
    count: true,
  })
  // Safe: rows are asked for as objects of JSON.
  const rows = page.rows as Readonly<Record<string, unknown>>[]
  await navigator.clipboard.writeText(asMarkdown(page.columns, rows))
  return { rows: rows.length, all: page.row_count ?? rows.length }
}
