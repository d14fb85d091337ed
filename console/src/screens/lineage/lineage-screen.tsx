import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { Page } from '../../parts/page.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { LineageDetail } from './lineage-detail.tsx'
import { LineageGraph } from './lineage-graph.tsx'
import { LineageList } from './lineage-list.tsx'
import { lineageWords } from './lineage-words.ts'
import { type Lineage, readLineage, traceColumn } from './read-lineage.ts'
import './lineage-screen.css'

/** From files to sheets to tables to what is made from them. */
export function LineageScreen() {
  const w = useWords(lineageWords)
  const workbookId = useWorkbookId()
  const { table } = useSearch({ from: '/w/$workbookId/lineage' })
  const lineage = useQuery({
    queryKey: keys.of(workbookId, 'lineage', table ?? null),
    queryFn: ({ signal }) => readLineage(workbookId, table, signal),
  })
  const about =
    table === undefined ? (
      w.about
    ) : (
      <>
        {w.ofTable(table)} ·{' '}
        <Link to="/w/$workbookId/lineage" params={{ workbookId }} search={{}}>
          {w.whole}
        </Link>
      </>
    )
  return (
    <Page title={w.title} about={about} isWide actions={lineage.data ? <Recompute lineage={lineage.data} /> : null}>
      <Asked query={lineage}>
        {(found) =>
          found.nodes.length === 0 ? (
            <EmptyState icon="lineage" title={w.emptyTitle} text={w.emptyText} />
          ) : (
            <OpenLineage key={table ?? ''} lineage={found} first={table} />
          )
        }
      </Asked>
    </Page>
  )
}

function OpenLineage({ lineage, first }: { lineage: Lineage; first: string | undefined }) {
  const w = useWords(lineageWords)
  const [chosenId, setChosenId] = useState(() => lineage.nodes.find(({ name }) => name === first)?.id ?? null)
  const [column, setColumn] = useState<string | null>(null)
  const node = lineage.nodes.find(({ id }) => id === chosenId)
  const choose = (id: string) => {
    setChosenId(id)
    setColumn(null)
  }
  const way = node && column !== null ? traceColumn(lineage, { table: node.name, column }) : []
  const wayTables = new Set(way.length > 0 && node ? [node.name, ...way.map(({ table }) => table)] : [])
  return (
    <div className="lineage-screen">
      <LineageGraph lineage={lineage} chosenId={chosenId} wayTables={wayTables} onChoose={choose} />
      <div className="lineage-side">
        <LineageList lineage={lineage} chosenId={chosenId} onChoose={choose} />
        {node ? (
          <LineageDetail lineage={lineage} node={node} column={column} onColumn={setColumn} onChoose={choose} />
        ) : (
          <p className="soft">{w.choose}</p>
        )}
      </div>
    </div>
  )
}

function Recompute({ lineage }: { lineage: Lineage }) {
  const w = useWords(lineageWords)
  const workbookId = useWorkbookId()
  const stale = lineage.nodes.filter((node) => node.stale)
  const recomputing = useMutation({
    mutationFn: () => client.workbook(workbookId).recompute(),
    onSuccess: async (answer) => {
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      if (!('recomputed' in answer)) return
      if (answer.failed.length > 0) toast(w.failed(answer.failed.map(({ name }) => name).join(', ')), { isBad: true })
      toast(w.recomputed(answer.recomputed.length))
    },
    onError: toastProblem,
  })
  if (stale.length === 0) return null
  return (
    <Button look="main" icon="play" isBusy={recomputing.isPending} onClick={() => recomputing.mutate()}>
      {w.recompute(stale.length)}
    </Button>
  )
}
