import type { Wire } from '@bindery-data/sdk'
import { useState } from 'react'
import { TextField } from '../../parts/controls/field.tsx'
import { SideHeads } from '../../parts/sides.tsx'
import { usePeople } from '../../parts/values/people.ts'
import { useWords } from '../../words/words.ts'
import { ConflictContext } from './conflict-context.tsx'
import { ConflictRow } from './conflict-row.tsx'
import { conflictsWords } from './conflicts-words.ts'
import { DecideBar } from './decide-bar.tsx'
import { QueueKeys } from './queue-keys.tsx'
import type { Side } from './sides.ts'
import { useChosen } from './use-chosen.ts'
import { useDecide } from './use-decide.ts'
import { useMaskedColumns } from './use-masked-columns.ts'
import { useQueueKeys } from './use-queue-keys.ts'

const SIDE_KEYS: Record<string, Side> = { o: 'ours', t: 'theirs' }

type Props = { workbookId: string; conflicts: readonly Wire.Conflict[]; isOpen: boolean }

/** Conflicts in their three columns. With keys: o keeps ours, t keeps theirs, in all that are chosen or in the one at hand. */
export function ConflictQueue({ workbookId, conflicts, isOpen }: Props) {
  const w = useWords(conflictsWords)
  const who = usePeople(workbookId)
  const isMasked = useMaskedColumns(workbookId, conflicts)
  const [note, setNote] = useState('')
  const { deciding, decide, waiting } = useDecide(workbookId, conflicts)
  const { chosen, choose, chooseAll } = useChosen(waiting.map(({ conflict_id }) => conflict_id))
  const isChosen = ({ conflict_id }: Wire.Conflict) => chosen.has(conflict_id)
  const onKey = (key: string) => {
    const side = SIDE_KEYS[key]
    const meant = chosen.size > 0 ? waiting.filter(isChosen) : waiting.slice(queue.active, queue.active + 1)
    if (isOpen && side) void decide(meant, side, note)
  }
  const queue = useQueueKeys(waiting.length, { onChoose: choose, onChooseAll: chooseAll, onKey })
  const atHand = waiting[queue.active]
  return (
    <div className="conflicts">
      <div>
        <DecideBar
          chosen={waiting.filter(isChosen)}
          deciding={deciding}
          onDecide={(side) => void decide(waiting.filter(isChosen), side, note)}
        />
        <div className="data-table-frame">
          {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are walked and chosen by keys. */}
          <table className="data-table conflict-queue" role="grid" aria-multiselectable={isOpen} aria-label={w.queue}>
            <Heads isOpen={isOpen} isAllChosen={chosen.size === waiting.length} onChooseAll={chooseAll} />
            <tbody ref={queue.body} onKeyDown={queue.onKeyDown} onFocus={queue.onFocus}>
              {waiting.map((conflict, index) => (
                <ConflictRow
                  key={conflict.conflict_id}
                  conflict={conflict}
                  who={who(isOpen ? conflict.actor : conflict.resolved_by)}
                  isActive={index === queue.active}
                  isChosen={isChosen(conflict)}
                  isMasked={isMasked(conflict)}
                  onActivate={() => queue.setActive(index)}
                  onChoose={(isRange) => choose(index, isRange)}
                  onDecide={(side) => void decide([conflict], side, note)}
                />
              ))}
            </tbody>
          </table>
        </div>
        {isOpen ? <QueueKeys /> : null}
      </div>
      {atHand ? (
        <aside className="conflict-context" aria-label={w.context}>
          <ConflictContext workbookId={workbookId} conflict={atHand} />
          {isOpen ? (
            <TextField label={w.note} value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          ) : null}
        </aside>
      ) : null}
    </div>
  )
}

type HeadsProps = { isOpen: boolean; isAllChosen: boolean; onChooseAll: () => void }

function Heads({ isOpen, isAllChosen, onChooseAll }: HeadsProps) {
  const w = useWords(conflictsWords)
  return (
    <thead>
      <tr>
        {isOpen ? (
          <th scope="col" className="choose">
            <input type="checkbox" aria-label={w.selectAll} checked={isAllChosen} onChange={onChooseAll} />
          </th>
        ) : null}
        <th scope="col" className="conflict-place">
          {w.where}
        </th>
        <SideHeads keys={isOpen ? { ours: 'O', theirs: 'T' } : {}} />
        {isOpen ? null : <th scope="col">{w.decision}</th>}
      </tr>
    </thead>
  )
}
