import type { Wire } from '@bindery-data/sdk'
import { Progress } from '../../parts/answers/progress.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { useWords } from '../../words/words.ts'
import { conflictsWords } from './conflicts-words.ts'
import { type Side, sidesOf } from './sides.ts'
import type { Deciding } from './use-decide.ts'

type Props = { chosen: readonly Wire.Conflict[]; deciding: Deciding | null; onDecide: (side: Side) => void }

/** Decides all that are chosen in one go. */
export function DecideBar({ chosen, deciding, onDecide }: Props) {
  const w = useWords(conflictsWords)
  const able = (side: Side) => chosen.filter((conflict) => sidesOf(conflict).action[side] !== null).length
  if (deciding && deciding.all > 1)
    return (
      <div className="conflicts-bar">
        <Progress label={w.deciding(deciding.done, deciding.all)} share={deciding.done / deciding.all} />
      </div>
    )
  if (chosen.length === 0) return null
  return (
    <div className="conflicts-bar" role="toolbar" aria-label={w.decide}>
      <span>{w.selected(chosen.length)}</span>
      <Button onClick={() => onDecide('ours')} disabled={able('ours') === 0}>
        {w.oursAll(able('ours'))}
      </Button>
      <Button onClick={() => onDecide('theirs')} disabled={able('theirs') === 0}>
        {w.theirsAll(able('theirs'))}
      </Button>
    </div>
  )
}
