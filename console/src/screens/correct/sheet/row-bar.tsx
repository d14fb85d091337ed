import type { Wire } from '@bindery-data/sdk'
import { useWords } from '../../../words/words.ts'
import { correctWords } from '../correct-words.ts'
import type { OnOperations, Operation } from '../operation.ts'
import { type RowRole, roleOfRow } from './part-at.ts'
import { boxOf, type Cell, spellCell } from './range.ts'

type RowChoice = RowRole | 'header'

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
  textAt: (row: number, column: number) => string
  isColoured: boolean
  onColoured: (isColoured: boolean) => void
  onChange: OnOperations | null
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
            value={region.header_rows.includes(active.row) ? 'header' : roleOfRow(region, active.row)}
            onChange={({ target }) => {
              const choice = CHOICES.find((each) => each === target.value)
              if (choice) onChange?.(roleAsked(region, active.row, choice))
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

/** Header rows follow each other: those between the header and a further row belong to it, too. */
function roleAsked(region: Wire.Region, row: number, choice: RowChoice): Operation {
  const { region_id, header_rows } = region
  if (choice !== 'header') return { op: 'set_role', region: region_id, rows: [row], role: choice }
  const first = Math.min(row, header_rows[0] ?? boxOf(region).top)
  const last = row < first || header_rows.length === 0 ? row : Math.max(row, header_rows.at(-1) ?? row)
  const rows = Array.from({ length: last - first + 1 }, (_, n) => first + n)
  return { op: 'set_header_rows', region: region_id, rows }
}
