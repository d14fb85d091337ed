import type { Cell } from '@bindery-data/sdk'
import { kindOf, shownText } from '../../parts/grid/cells/typed-text.ts'

type Props = {
  label: string
  columns: readonly { name: string; type: string; format: string | null }[]
  rows: readonly Readonly<Record<string, Cell>>[]
  /** What is said below the rows, such as that there are more. */
  note: string | null
}

/** A few rows as a plain table. */
export function RowsTable({ label, columns, rows, note }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="answer-table" tabIndex={0} aria-label={label}>
      <table className="data-table">
        <thead>
          <tr>
            {columns.map(({ name, type }) => (
              <th key={name} scope="col" className={kindOf(type) === 'number' ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown in the order they came.
            <tr key={line}>
              {columns.map(({ name, type, format }) => (
                <td key={name} className={kindOf(type) === 'number' ? 'number' : undefined}>
                  {shownText(row[name] ?? null, kindOf(type), format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note ? <p className="soft">{note}</p> : null}
    </section>
  )
}
