import type { Wire } from '@bindery-data/sdk'
import { Button } from '../../parts/controls/button.tsx'
import { SideCells } from '../../parts/sides.tsx'
import { useFormats, useWords } from '../../words/words.ts'
import { conflictsWords } from './conflicts-words.ts'
import { keptSide, type Side, sidesOf } from './sides.ts'

type Props = {
  conflict: Wire.Conflict
  who: string
  isActive: boolean
  isChosen: boolean
  isMasked: boolean
  onActivate: () => void
  onChoose: (isRange: boolean) => void
  onDecide: (side: Side) => void
}

export function ConflictRow({ conflict, who, isActive, isChosen, isMasked, onActivate, onChoose, onDecide }: Props) {
  const w = useWords(conflictsWords)
  const { ago } = useFormats()
  const sides = sidesOf(conflict)
  const isOpen = conflict.status === 'open'
  const place = placeOf(conflict, w)
  const decision = (side: Side) =>
    isOpen && sides.action[side] !== null ? (
      <Button look="quiet" className="decision" tabIndex={isActive ? 0 : -1} onClick={() => onDecide(side)}>
        {w[side]}
      </Button>
    ) : null
  return (
    <tr
      tabIndex={isActive ? 0 : -1}
      aria-selected={isOpen ? isChosen : undefined}
      className={isActive ? 'active' : ''}
      onFocus={onActivate}
    >
      {isOpen ? (
        <td className="choose">
          <input
            type="checkbox"
            aria-label={w.select(place)}
            tabIndex={-1}
            checked={isChosen}
            onChange={(event) => onChoose('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
          />
        </td>
      ) : null}
      <th scope="row" className="conflict-place">
        <span className="place-name">{place}</span>
        <span className="place-about">{w.kind[conflict.kind]}</span>
        <span className="place-about">{w.byWhom(who, ago(conflict.resolved_at ?? conflict.created_at))}</span>
      </th>
      <SideCells
        values={{ ...sides, standing: isOpen ? sides.standing : keptSide(conflict) }}
        isDecided={!isOpen}
        isRow={conflict.column === null && conflict.kind === 'row_deleted'}
        isMasked={isMasked}
        below={{
          ours: decision('ours'),
          theirs:
            sides.action.theirs === null && isOpen ? (
              <span className="side-hint">{w.noTheirs}</span>
            ) : (
              decision('theirs')
            ),
        }}
      />
      {isOpen ? null : (
        <td className="outcome">
          {conflict.resolution ? w.resolution[conflict.resolution] : null}
          {conflict.note ? <span className="place-about">{conflict.note}</span> : null}
        </td>
      )}
    </tr>
  )
}

type Texts = { row: (id: number) => string; unknownTable: string }

const placeOf = ({ table, column, row_id }: Wire.Conflict, w: Texts) =>
  [table ?? w.unknownTable, column, w.row(row_id)].filter(Boolean).join(' · ')
