import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../parts/answers/asked.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { useFormats, useWords } from '../../words/words.ts'
import { DiffTable } from './diff-table.tsx'
import { historyWords } from './history-words.ts'
import { diffQuery, isNow, nameOf, statesQuery } from './states.ts'

export type Compared = { from: string | null; to: string | null }

type Props = { workbookId: string; compared: Compared; onChange: (compared: Compared) => void }

/** Any two states side by side; at first the newest kept one and now. */
export function CompareStates({ workbookId, compared, onChange }: Props) {
  const w = useWords(historyWords)
  const { moment } = useFormats()
  return (
    <Asked query={useQuery(statesQuery(workbookId))}>
      {(states) => {
        const kept = states.filter((state) => !isNow(state))
        if (kept.length === 0) return <p className="soft">{w.statesNone}</p>
        const options = states.map((state) => ({
          value: state.snapshot_id,
          name: isNow(state) ? w.now : `${nameOf(state, w)} · ${moment(state.committed_at ?? state.created_at)}`,
        }))
        const from = compared.from ?? kept[0]?.snapshot_id ?? ''
        const to = compared.to ?? states.find(isNow)?.snapshot_id ?? ''
        return (
          <>
            <div className="compare-bar">
              <SelectField
                label={w.from}
                value={from}
                options={options}
                onChange={(event) => onChange({ from: event.target.value, to })}
              />
              <Button aria-label={w.swap} title={w.swap} onClick={() => onChange({ from: to, to: from })}>
                ⇄
              </Button>
              <SelectField
                label={w.to}
                value={to}
                options={options}
                onChange={(event) => onChange({ from, to: event.target.value })}
              />
            </div>
            <Difference workbookId={workbookId} from={from} to={to} />
          </>
        )
      }}
    </Asked>
  )
}

function Difference({ workbookId, from, to }: { workbookId: string; from: string; to: string }) {
  const w = useWords(historyWords)
  return (
    <Asked query={useQuery(diffQuery(workbookId, to, from))}>
      {(diffs) => (
        <>
          {diffs.every(({ status }) => status === 'same') ? <p>{w.allSame}</p> : null}
          <DiffTable caption={w.diff} diffs={diffs} />
        </>
      )}
    </Asked>
  )
}
