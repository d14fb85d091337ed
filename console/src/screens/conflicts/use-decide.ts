import type { Wire } from '@bindery-data/sdk'
import { useState } from 'react'
import { toast } from '../../parts/overlays/toasts.tsx'
import { keys, queries } from '../../service/queries.ts'
import { wordsNow } from '../../words/words.ts'
import { conflictsWords } from './conflicts-words.ts'
import { type Decided, decideConflicts } from './decide-conflicts.ts'
import type { Side } from './sides.ts'

export type Deciding = { done: number; all: number }

/** Decides some conflicts at a time, and shows the result. They leave the queue at once, so that there is no wait for the next. */
export function useDecide(workbookId: string, conflicts: readonly Wire.Conflict[]) {
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const decide = async (chosen: readonly Wire.Conflict[], side: Side, note: string) => {
    const ids = new Set(chosen.map(({ conflict_id }) => conflict_id))
    setGone((before) => new Set([...before, ...ids]))
    const decided = await decideConflicts(workbookId, chosen, {
      side,
      note: note.trim() || null,
      onProgress: (done) => setDeciding({ done, all: chosen.length }),
    })
    await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
    setDeciding(null)
    setGone((before) => new Set([...before].filter((id) => !ids.has(id))))
    report(decided)
  }
  return { deciding, decide, waiting: conflicts.filter(({ conflict_id }) => !gone.has(conflict_id)) }
}

function report({ decided, left, failures: [failure, ...more] }: Decided) {
  const w = wordsNow(conflictsWords)
  if (decided > 0) toast(w.decided(decided))
  if (left > 0) toast(w.notDecided(left), { isBad: true })
  if (failure !== undefined) toast(w.failed(more.length + 1, failure), { isBad: true })
}
