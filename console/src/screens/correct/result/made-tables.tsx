import { Badge } from '../../../parts/badge.tsx'
import { useTypeName } from '../../../parts/values/type-names.ts'
import { useWords } from '../../../words/words.ts'
import { correctWords } from '../correct-words.ts'
import type { MadeTable } from '../use-spec.ts'
import { type Check, CheckLine } from './check-line.tsx'

/** The first rows of the tables that the file becomes, as it is read now. */
export function MadeTables({ tables, checks }: { tables: readonly MadeTable[]; checks: readonly Check[] }) {
  const w = useWords(correctWords)
  if (tables.length === 0) return <p className="soft">{w.noTables}</p>
  return (
    <div className="made-tables">
      {tables.map((table) => (
        <Made key={table.name} table={table} check={checks.find((check) => check.table === table.name)} />
      ))}
    </div>
  )
}

const NUMERIC = /^(?:INTEGER|BIGINT|DOUBLE|DECIMAL)/

function Made({ table, check }: { table: MadeTable; check: Check | undefined }) {
  const { name, columns, rows, row_count, rejected, cells_nulled, partial } = table
  const w = useWords(correctWords)
  const typeName = useTypeName()
  const side = columns.map(({ type }) => (NUMERIC.test(type) ? 'number' : undefined))
  return (
    <section aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span className="soft">{w.firstRows(rows.length, row_count)}</span>
        {partial ? <Badge>{w.partial}</Badge> : null}
        {rejected > 0 ? <Badge tone="bad">{w.rejected(rejected)}</Badge> : null}
        {cells_nulled > 0 ? <Badge tone="bad">{w.nulled(cells_nulled)}</Badge> : null}
      </header>
      {check ? <CheckLine check={check} /> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="data-table-frame" tabIndex={0} aria-label={w.firstRows(rows.length, row_count)}>
        <table className="data-table made-table">
          <thead>
            <tr>
              {columns.map((column, n) => (
                <th key={column.name} scope="col" className={side[n]}>
                  {column.name}
                  <small>{typeName(column.type)}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the first rows have no name but their place.
              <tr key={n}>
                {columns.map((column, place) => (
                  <td key={column.name} className={side[place]}>
                    {spell(row[column.name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

const spell = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
