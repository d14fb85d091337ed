import { useWords } from '../../words/words.ts'
import { type Answer, isNumeric, spellCell } from './answer.ts'
import { chartWords } from './chart-words.ts'
import { pivoted } from './pivoted.ts'

const MOST_SHOWN = 500

/** An answer as a table, one column of it laid out across where that is asked for. */
export function AnswerTable({ answer, pivot }: { answer: Answer; pivot: number | null }) {
  const w = useWords(chartWords)
  const { columns, rows } = pivot === null ? answer : pivoted(answer, pivot, w.empty)
  const shown = rows.slice(0, MOST_SHOWN)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="answer-table" tabIndex={0} aria-label={w.answer}>
      <table className="data-table">
        <thead>
          <tr>
            {columns.map((column, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of an answer may bear one name.
              <th key={n} scope="col" className={isNumeric(column) ? 'number' : undefined}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other name.
            <tr key={line}>
              {columns.map((column, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <td key={n} className={isNumeric(column) ? 'number' : undefined}>
                  {spellCell(row[n], column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_SHOWN ? <p className="soft">{w.truncated(MOST_SHOWN)}</p> : null}
    </section>
  )
}
