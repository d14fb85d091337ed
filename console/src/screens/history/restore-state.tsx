import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../parts/answers/asked.tsx'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { DiffTable } from './diff-table.tsx'
import { historyWords } from './history-words.ts'
import { diffQuery, nameOf, type TableDiff } from './states.ts'

type Props = { workbookId: string; state: Wire.Snapshot; now: Wire.Snapshot; onClose: () => void }

/** Shows what bringing a state back would do to the tables of now, and does it. */
export function RestoreState({ workbookId, state, now, onClose }: Props) {
  const w = useWords(historyWords)
  const name = nameOf(state, w)
  const [left, setLeft] = useState<readonly string[]>([])
  const diff = useQuery(diffQuery(workbookId, state.snapshot_id, now.snapshot_id))
  const changed = diff.data?.filter(({ status }) => status !== 'same') ?? []
  const isWhole = left.length === 0
  const chosen = changed.filter((table) => isWhole || (isThen(table) && !left.includes(table.name)))
  const restore = useMutation({
    mutationFn: () =>
      client.api.restoreSnapshot({
        workbook_id: workbookId,
        snapshot_id: state.snapshot_id,
        body: { tables: isWhole ? null : chosen.map((table) => table.name) },
      }),
    onSuccess: async ({ failed }) => {
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      toast(w.restored(name))
      if (failed.length > 0) toast(w.restoreFailed(failed.map((table) => table.name).join(', ')), { isBad: true })
      onClose()
    },
  })
  const toggle = (table: string) =>
    setLeft(left.includes(table) ? left.filter((each) => each !== table) : [...left, table])
  const actions = (
    <>
      <Button onClick={onClose}>{w.cancel}</Button>
      <Button look="main" disabled={chosen.length === 0} isBusy={restore.isPending} onClick={() => restore.mutate()}>
        {w.restoreNow(chosen.length)}
      </Button>
    </>
  )
  return (
    <Dialog title={w.restoreTitle(name)} onClose={onClose} actions={actions} width="large">
      <Asked query={diff}>
        {() =>
          changed.length === 0 ? (
            <p>{w.restoreSame}</p>
          ) : (
            <>
              <p className="soft">{w.restoreLead}</p>
              <DiffTable
                caption={w.restoreWhich}
                diffs={changed}
                status={{ ...w.status, added: w.restoreBack, removed: w.restoreArchived }}
                first={[
                  {
                    key: 'choose',
                    name: w.choose,
                    cell: (table) => (
                      <input
                        type="checkbox"
                        aria-label={table.name}
                        // What came later is archived with the whole state or not at all.
                        disabled={!isThen(table)}
                        checked={chosen.includes(table)}
                        onChange={() => toggle(table.name)}
                      />
                    ),
                  },
                ]}
              />
            </>
          )
        }
      </Asked>
      {restore.error ? <ProblemNote error={restore.error} /> : null}
    </Dialog>
  )
}

/** It was in that state; a table that was not came later. */
const isThen = ({ status }: TableDiff) => status !== 'removed'
