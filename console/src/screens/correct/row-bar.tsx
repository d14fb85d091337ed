import type { Wire } from '@bindery-data/sdk'
import { useWords } from '../../words/words.ts'
import { correctWords } from './correct-words.ts'
import { type Change, choiceOfRow, type RowChoice, type TextAt, withRowChoice } from './correction.ts'
import { type Cell, spellCell } from './range.ts'

const CHOICES: readonly RowChoice[] = [
  'header',
  'data',
  'group',
  'subtotal',
  'total',
  'difference',
  'ratio',
  'separator',
  'repeat_header',
  'note',
  'unit',
  'continued',
]

type Props = {
  region: Wire.Region | undefined
  active: Cell
  textAt: TextAt
  isColoured: boolean
  onColoured: (isColoured: boolean) => void
  onChange: ((change: Change) => void) | null
}

/** The cell one is at, whole, and what its row is for. */
export function RowBar({ region, active, textAt, isColoured, onColoured, onChange }: Props) {
  const w = useWords(correctWords)
  const text = textAt(active.row, active.column)
  return (
    <div className="row-bar">
      <output className="cell-name" aria-label={w.cell}>
        {spellCell(active)}
      </output>
      <span className="cell-text">{text}</span>
      {region?.kind === 'data' ? (
        <label>
          {w.rowIs(active.row)}{' '}
          <select
            className="input"
            disabled={!onChange}
            value={choiceOfRow(region, active.row)}
            onChange={({ target }) => {
              const choice = CHOICES.find((each) => each === target.value)
              if (choice) onChange?.((it) => withRowChoice(it, active.row, choice, textAt))
            }}
          >
            {CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {w.rowRoles[choice]}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <span className="soft">{region ? w.kinds[region.kind] : w.notInRegion}</span>
      )}
      <label>
        <input type="checkbox" checked={isColoured} onChange={({ target }) => onColoured(target.checked)} /> {w.colours}
      </label>
    </div>
  )
}
