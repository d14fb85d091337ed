import { useMutation } from '@tanstack/react-query'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { toastProblem } from '../../parts/overlays/toasts.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { client } from '../../service/client.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { filesWords } from './files-words.ts'
import type { FollowedFile } from './followed-file.ts'

type Props = {
  workbookId: string
  file: FollowedFile
  onCompare: (n: number) => void
  onRevert: (n: number) => void
}

/** The editions of a file, the newest first. */
export function Editions({ workbookId, file, onCompare, onRevert }: Props) {
  const w = useWords(filesWords)
  const { moment } = useFormats()
  const download = useMutation({
    mutationFn: async (n: number) => {
      const at = { workbook_id: workbookId, link_id: file.link_id, n: String(n) }
      const response = await client.api.downloadFileVersion(at)
      await saveFile({ filename: file.name, blob: () => response.blob() })
    },
    onError: toastProblem,
  })
  return (
    <DataTable
      caption={w.editions(file.name)}
      rows={file.versions.toSorted((a, b) => b.n - a.n)}
      rowKey={({ n }) => String(n)}
      columns={[
        {
          key: 'n',
          name: w.columns.edition,
          isRowName: true,
          cell: ({ n, kind }) => (
            <>
              {n} <Badge>{w.kinds[kind]}</Badge>{' '}
              {n === file.current_version ? <Badge tone="accent">{w.current}</Badge> : null}
            </>
          ),
        },
        { key: 'came', name: w.columns.came, cell: ({ synced_at }) => moment(synced_at) },
        { key: 'by', name: w.columns.by, cell: ({ modified_by }) => modified_by },
        {
          key: 'actions',
          name: w.columns.actions,
          cell: ({ n }) => (
            <>
              {n > 1 ? (
                <Button look="quiet" aria-label={w.compareName(n)} onClick={() => onCompare(n)}>
                  {w.compare}
                </Button>
              ) : null}
              <Button look="quiet" aria-label={w.downloadName(n)} onClick={() => download.mutate(n)}>
                {w.download}
              </Button>
              {n === file.current_version ? null : (
                <Button look="quiet" aria-label={w.bringBackName(n)} onClick={() => onRevert(n)}>
                  {w.bringBack}
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
