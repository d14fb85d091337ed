import type { Wire } from '@bindery-data/sdk'
import { useTypeName } from '../../parts/type-names.ts'
import { useWords } from '../../words/words.ts'
import { correctWords } from './correct-words.ts'
import { type Change, withColumn } from './correction.ts'
import { canFillDown, isFilledDown, withFillDown } from './fill-down.ts'

type Column = Wire.Region['columns'][number]

const TYPES = [
  'VARCHAR',
  'BIGINT',
  'DOUBLE',
  'DECIMAL(18,2)',
  'BOOLEAN',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMPTZ',
  'UUID',
  'JSON',
]

export function ColumnList({ region, onChange }: { region: Wire.Region; onChange: (change: Change) => void }) {
  const w = useWords(correctWords)
  const heads = w.columnHeads
  const canFill = canFillDown(region)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="data-table-frame" tabIndex={0} aria-label={w.columns}>
      <table className="data-table column-list">
        <thead>
          <tr>
            <th scope="col">{heads.include}</th>
            <th scope="col">{heads.name}</th>
            <th scope="col">{heads.type}</th>
            <th scope="col">{heads.fits}</th>
            {canFill ? (
              <th scope="col" title={w.fillDownHint}>
                {heads.fillDown}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {region.columns.map((column) => (
            <ColumnRow
              key={`${column.source_column} ${column.name}`}
              column={column}
              onChange={(change) => onChange((it) => withColumn(it, column.source_column, change))}
              isFilled={canFill ? isFilledDown(region, column.name) : null}
              onFill={(isFilled) => onChange((it) => withFillDown(it, column.name, isFilled))}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = {
  column: Column
  onChange: (change: Partial<Column>) => void
  /** Null where rows cannot be filled from above. */
  isFilled: boolean | null
  onFill: (isFilled: boolean) => void
}

function ColumnRow({ column, onChange, isFilled, onFill }: RowProps) {
  const w = useWords(correctWords)
  const typeName = useTypeName()
  const { source_column, name, type, include, evidence } = column
  const rename = (typed: string) => {
    const wanted = typed.trim()
    if (wanted !== '' && wanted !== name) onChange({ name: wanted })
  }
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          checked={include}
          aria-label={w.includeColumn(name)}
          onChange={({ target }) => onChange({ include: target.checked })}
        />
        <span className="soft"> {source_column}</span>
      </td>
      <td>
        <input
          className="input"
          defaultValue={name}
          aria-label={w.nameOfColumn(source_column)}
          onBlur={({ target }) => rename(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) rename(event.currentTarget.value)
          }}
        />
      </td>
      <td>
        <select
          className="input"
          value={type}
          aria-label={w.typeOfColumn(name)}
          onChange={({ target }) => onChange({ type: target.value, format: null })}
        >
          {(TYPES.includes(type) ? TYPES : [type, ...TYPES]).map((each) => (
            <option key={each} value={each}>
              {typeName(each)}
            </option>
          ))}
        </select>
      </td>
      <td className={evidence.nonconforming > 0 ? 'misfit' : 'soft'}>
        {evidence.nonconforming > 0 ? w.someDoNot(evidence.nonconforming, evidence.rows) : w.allFit}
      </td>
      {isFilled === null ? null : (
        <td>
          <input
            type="checkbox"
            checked={isFilled}
            aria-label={w.fillDownColumn(name)}
            onChange={({ target }) => onFill(target.checked)}
          />
        </td>
      )}
    </tr>
  )
}
