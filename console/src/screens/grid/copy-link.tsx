import { useNavigate, useRouter } from '@tanstack/react-router'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Button } from '../../parts/controls/button.tsx'
import type { ColumnLayout } from '../../parts/grid/columns/column-layout.ts'
import { toast } from '../../parts/overlays/toasts.tsx'
import { useWords } from '../../words/words.ts'
import { columnWords } from './columns/column-words.ts'
import type { GridSearch } from './grid-search.ts'

type Props = { table: string; search: GridSearch; layout: ColumnLayout }

/** A link that opens the table as it stands here: its filter, its order and its columns. */
export function CopyLink({ table, search, layout }: Props) {
  const w = useWords(columnWords)
  const workbookId = useWorkbookId()
  const router = useRouter()
  const navigate = useNavigate({ from: '/w/$workbookId/tables/$tableName' })
  const copy = async () => {
    const whole = { ...search, layout }
    const to = {
      to: '/w/$workbookId/tables/$tableName',
      params: { workbookId, tableName: table },
      search: whole,
    } as const
    try {
      await navigator.clipboard.writeText(new URL(router.buildLocation(to).href, location.href).href)
      toast(w.linkCopied)
    } catch {
      await navigate({ search: whole, replace: true })
      toast(w.linkRefused, { isBad: true })
    }
  }
  return (
    <Button look="quiet" icon="link" onClick={() => void copy()}>
      {w.copyLink}
    </Button>
  )
}
