import type { ColumnSum } from '../../parse-spec/table-check.ts'
import { addText, type DecimalSum, newSum, spellSum } from '../invariants/decimal-sum.ts'
import type { OutputCheck } from '../invariants/table-check.ts'
import { columnKey } from './column-key.ts'

/** The check of a united table: what stands on all its sheets, and what came out of them. */
export function unitedCheck(checks: readonly OutputCheck[]): OutputCheck {
  const [only] = checks
  if (only && checks.length === 1) return only
  const total = (count: (check: OutputCheck) => number) => checks.reduce((sum, check) => sum + count(check), 0)
  const factor = Math.max(...checks.map((check) => check.factor))
  const isKnown = checks.every(({ balanced, rows_out }) => balanced !== null && rows_out !== null)
  return {
    rows_in: total(({ rows_in }) => rows_in),
    rows_out: checks.some(({ rows_out }) => rows_out === null) ? null : total(({ rows_out }) => rows_out ?? 0),
    factor,
    // A column that a sheet does not have holds nothing there.
    cells_empty: total((check) => check.cells_empty + check.rows_in * (factor - check.factor)),
    cells_filled: total(({ cells_filled }) => cells_filled),
    ...unitedMarks(checks),
    cells_dropped: total(({ cells_dropped }) => cells_dropped),
    cells_computed: total(({ cells_computed }) => cells_computed),
    sums: unitedSums(checks),
    balanced: isKnown ? checks.every(({ balanced }) => balanced) : null,
    reason: isKnown ? null : (checks.find(({ reason }) => reason !== null)?.reason ?? 'not_followed'),
  }
}

const unitedMarks = (checks: readonly OutputCheck[]): Pick<OutputCheck, 'marks_filled'> => {
  const marks = checks.flatMap(({ marks_filled = [] }) => marks_filled)
  return marks.length === 0 ? {} : { marks_filled: marks }
}

function unitedSums(checks: readonly OutputCheck[]): ColumnSum[] {
  const sums = new Map<string, { column: string; sumIn: DecimalSum; sumOut: DecimalSum }>()
  for (const { column, sum_in, sum_out } of checks.flatMap((check) => check.sums)) {
    const key = columnKey(column)
    const sum = sums.get(key) ?? { column, sumIn: newSum(), sumOut: newSum() }
    addText(sum.sumIn, sum_in)
    addText(sum.sumOut, sum_out)
    sums.set(key, sum)
  }
  return [...sums.values()].map(({ column, sumIn, sumOut }) => ({
    column,
    sum_in: spellSum(sumIn),
    sum_out: spellSum(sumOut),
  }))
}
