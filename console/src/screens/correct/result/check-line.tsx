import type { Wire } from '@bindery-data/sdk'
import { Icon } from '../../../parts/icon.tsx'
import { useWords } from '../../../words/words.ts'
import { type CheckTexts, checkWords, grouped } from './check-words.ts'

export type Check = NonNullable<Wire.ParseSpec['check']>[number]

/** Whether what came out of the sheet is what went in: a sign and a line, and the figures of both sides on demand. */
export function CheckLine({ check }: { check: Check }) {
  const w = useWords(checkWords)
  if (check.balanced === null) return <p className="check soft">{w.reasons[check.reason ?? 'not_followed']}</p>
  const tone = check.balanced ? 'good' : 'bad'
  return (
    <details className={`check ${tone}`}>
      <summary>
        <Icon name={check.balanced ? 'check' : 'warning'} />
        <span>
          <strong>{check.balanced ? w.balanced : w.unbalanced}</strong> {shortOf(check, w)}
        </span>
      </summary>
      <Counts check={check} />
      {check.sums.length > 0 ? <Sums sums={check.sums} /> : null}
    </details>
  )
}

function shortOf(check: Check, w: CheckTexts): string {
  const { rows_in, rows_out, factor, sums } = check
  const rows = factor === 1 ? w.rows(rows_out ?? 0, rows_in) : w.rowsOfColumns(rows_out ?? 0, rows_in, factor)
  const unequal = sums.filter(isUnequal).length
  return [
    rows,
    ...(sums.length === 0 ? [] : [unequal === 0 ? w.sumsEqual : w.sumsDiffer(unequal)]),
    ...(check.cells_filled > 0 ? [w.short.filled(check.cells_filled)] : []),
    ...(check.cells_computed > 0 ? [w.short.computed(check.cells_computed)] : []),
    ...(check.cells_dropped > 0 ? [w.short.dropped(check.cells_dropped)] : []),
  ].join(' · ')
}

const isUnequal = ({ sum_in, sum_out }: Check['sums'][number]) => sum_in !== sum_out

function Counts({ check }: { check: Check }) {
  const w = useWords(checkWords)
  const due = check.rows_in * check.factor - check.cells_empty
  const said = [
    ...(due === check.rows_out ? [] : [w.due(due)]),
    ...(check.cells_empty > 0 ? [w.empty(check.cells_empty)] : []),
    ...(check.cells_filled > 0 ? [w.filled(check.cells_filled)] : []),
    ...(check.marks_filled ? [w.marks(check.marks_filled.join(', '))] : []),
    ...(check.cells_computed > 0 ? [w.computed(check.cells_computed)] : []),
    ...(check.cells_dropped > 0 ? [w.dropped(check.cells_dropped)] : []),
  ]
  if (said.length === 0) return null
  return (
    <ul>
      {said.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Sums({ sums }: Pick<Check, 'sums'>) {
  const w = useWords(checkWords)
  return (
    <table className="check-sums">
      <thead>
        <tr>
          <th scope="col">{w.column}</th>
          <th scope="col" className="number">
            {w.onSheet}
          </th>
          <th scope="col" className="number">
            {w.inTable}
          </th>
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.column} className={isUnequal(sum) ? 'unequal' : undefined}>
            <th scope="row">{sum.column}</th>
            <td className="number">{grouped(sum.sum_in)}</td>
            <td className="number">{grouped(sum.sum_out)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
