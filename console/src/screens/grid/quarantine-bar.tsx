import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { ProblemLine } from '../../parts/answers/problem-line.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { quarantineWords } from './quarantine-words.ts'

/** Above the rows of a quarantine: what they are, and the way in for those that are right by now. */
export function QuarantineBar({ table, isWritable }: { table: Wire.Table; isWritable: boolean }) {
  const w = useWords(quarantineWords)
  const workbookId = useWorkbookId()
  // Every quarantine has it, unless it was renamed; tables without it are not asked about.
  const mayBe = table.columns.some(({ name }) => name === '_reason')
  const { data, error } = useQuery({
    queryKey: keys.of(workbookId, 'tables', table.name, 'quarantine'),
    queryFn: ({ signal }) => client.workbook(workbookId).table(table.name).quarantine({ signal }),
    enabled: mayBe,
  })
  const sending = useMutation({
    mutationFn: () => client.workbook(workbookId).table(table.name).sendQuarantined(),
    onSuccess: async ({ sent, kept_count: kept, waiting }) => {
      toast(w.sent(sent, kept + waiting))
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
    },
    onError: toastProblem,
  })
  if (error && !data) return <ProblemLine error={error} />
  if (!data || data.quarantine_table !== table.name) return null
  return (
    <section className="quarantine-bar" aria-label={w.label}>
      <p>{w.about(data.table)}</p>
      <Link
        className="button quiet"
        to="/w/$workbookId/tables/$tableName"
        params={{ workbookId, tableName: data.table }}
        search={{}}
      >
        {w.open}
      </Link>
      {isWritable ? (
        <Button look="main" isBusy={sending.isPending} disabled={data.rows === 0} onClick={() => sending.mutate()}>
          {w.send}
        </Button>
      ) : null}
    </section>
  )
}
