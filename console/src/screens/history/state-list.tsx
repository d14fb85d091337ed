import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../parts/answers/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { usePeople } from '../../parts/values/people.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { historyWords } from './history-words.ts'
import { RestoreState } from './restore-state.tsx'
import { isNow, nameOf, statesQuery } from './states.ts'

type Props = { workbookId: string; onCompare: (from: string) => void; onName: () => void }

/** Every kept state, and what is not kept yet. */
export function StateList({ workbookId, onCompare, onName }: Props) {
  const w = useWords(historyWords)
  const [restored, setRestored] = useState<Wire.Snapshot | null>(null)
  return (
    <Asked query={useQuery(statesQuery(workbookId))}>
      {(states) => {
        const now = states.find(isNow)
        const kept = states.filter((state) => !isNow(state))
        return (
          <>
            <NowState isChanged={isChanged(now, kept[0])} onName={onName} />
            {kept.length === 0 ? <p className="soft">{w.statesNone}</p> : null}
            <ol className="state-list" aria-label={w.states}>
              {kept.map((state) => (
                <KeptState
                  key={state.snapshot_id}
                  {...{ workbookId, state, onCompare }}
                  onRestore={() => setRestored(state)}
                />
              ))}
            </ol>
            {restored && now ? (
              <RestoreState {...{ workbookId, now }} state={restored} onClose={() => setRestored(null)} />
            ) : null}
          </>
        )
      }}
    </Asked>
  )
}

/** By the versions of the tables; what else belongs to a state shows in them too. */
const isChanged = (now: Wire.Snapshot | undefined, newest: Wire.Snapshot | undefined) =>
  JSON.stringify(versionsOf(now)) !== JSON.stringify(versionsOf(newest))

const versionsOf = (state: Wire.Snapshot | undefined) =>
  state?.tables.map(({ name, edit_version }) => `${name} ${edit_version}`).sort() ?? []

function NowState({ isChanged: isNew, onName }: { isChanged: boolean; onName: () => void }) {
  const w = useWords(historyWords)
  return (
    <div className="state now">
      <div>
        <p className="state-name">
          {w.now} <Badge tone={isNew ? 'accent' : 'plain'}>{isNew ? w.uncommitted : w.nothingNew}</Badge>
        </p>
        <p className="op-about">{w.nowHint}</p>
      </div>
      <Button look="main" onClick={onName}>
        {w.commit}
      </Button>
    </div>
  )
}

type KeptProps = {
  workbookId: string
  state: Wire.Snapshot
  onCompare: (from: string) => void
  onRestore: () => void
}

function KeptState({ workbookId, state, onCompare, onRestore }: KeptProps) {
  const w = useWords(historyWords)
  const { moment } = useFormats()
  const who = usePeople(workbookId)
  const name = nameOf(state, w)
  return (
    <li className="state">
      <div>
        <p className="state-name">
          {name}{' '}
          {state.versions.slice(1).map((label) => (
            <Badge key={label} tone="accent">
              {label}
            </Badge>
          ))}
        </p>
        <p className="op-about">
          {[
            moment(state.committed_at ?? state.created_at),
            who(state.actor),
            w.tables(state.tables.length),
            state.versions.length > 0 ? state.summary : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="op-actions">
        <Button look="quiet" onClick={() => onCompare(state.snapshot_id)}>
          {w.compareNow}
        </Button>
        <Button aria-label={w.restoreLabel(name)} onClick={onRestore}>
          {w.restore}
        </Button>
      </div>
    </li>
  )
}
