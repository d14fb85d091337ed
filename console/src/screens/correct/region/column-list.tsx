import type { Wire } from '@bindery-data/sdk'
import { useTypeName } from '../../../parts/values/type-names.ts'
import { useWords } from '../../../words/words.ts'
import { correctWords } from '../correct-words.ts'
import type { OnOperations, Operation } from '../operation.ts'
import { canFillDown, isFilledDown } from './steps.ts'

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

export function ColumnList({ region, onChange }: { region: Wire.Region; onChange: OnOperations }) {
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
              onChange={(asked) => onChange({ ...asked, region: region.region_id, column: column.source_column })}
              isFilled={canFill ? isFilledDown(region, column.name) : null}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = {
  column: Column
  onChange: (asked: Omit<Operation, 'region' | 'column'>) => void
  /** Null where rows cannot be filled from above. */
  isFilled: boolean | null
}

function ColumnRow({ column, onChange, isFilled }: RowProps) {
  const w = useWords(correctWords)
  const typeName = useTypeName()
  const { source_column, name, type, include, evidence } = column
  const rename = (typed: string) => {
    const wanted = typed.trim()
    if (wanted !== '' && wanted !== name) onChange({ op: 'rename', name: wanted })
  }
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          checked={include}
          aria-label={w.includeColumn(name)}
          onChange={({ target }) => onChange({ op: 'include', on: target.checked })}
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
          onChange={({ target }) => onChange({ op: 'set_type', type: target.value })}
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
            onChange={({ target }) => onChange({ op: 'fill_down', on: target.checked })}
          />
        </td>
      )}
    </tr>
  )
}
