import type { ReactNode } from 'react'
import './data-table.css'

export type DataColumn<R> = {
  key: string
  name: string
  cell: (row: R) => ReactNode
  isNumber?: boolean
  /** The cell that names the row for those who hear the table. */
  isRowName?: boolean
}

/** A table of things to look at: tens of rows, nothing to edit. The grid of a table's rows is another thing. */
export function DataTable<R>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string
  columns: readonly DataColumn<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="data-table-frame" tabIndex={0} aria-label={caption}>
      <table className="data-table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, name, isNumber }) => (
              <th key={key} scope="col" className={isNumber ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, cell, isNumber, isRowName }) =>
                isRowName ? (
                  <th key={key} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key} className={isNumber ? 'number' : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
