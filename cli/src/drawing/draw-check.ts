import type { Wire } from '@bindery-data/sdk'
import type { Terminal } from '../terminal.ts'
import { counted } from './counted.ts'
import { textOf } from './draw-table.ts'

type Summary = NonNullable<Wire.Source['parse_spec']>
type Check = Summary['check'][number]

/** One line for each table: what went in and what came out. Notes are passed over as long as they balance. */
export function drawChecks({ check, regions }: Summary, terminal: Terminal): string {
  const notes = new Set(regions.flatMap(({ kind, outputs }) => (kind === 'data' ? [] : outputs)))
  return check
    .filter(({ table, balanced }) => balanced === false || !notes.has(table))
    .map((one) => `${drawSign(one, terminal)} ${textOf(one.table)}: ${spellCheck(one)}\n`)
    .join('')
}

function drawSign({ balanced }: Check, { paint }: Terminal): string {
  if (balanced === null) return paint('dim', '?')
  return balanced ? paint('green', '✓') : paint('yellow', '!')
}

function spellCheck(check: Check): string {
  const { balanced, cells_computed, cells_filled, cells_dropped } = check
  if (balanced === null) return REASONS[check.reason ?? 'not_followed']
  return [
    spellRows(check),
    ...spellSums(check),
    ...(cells_computed > 0 ? [counted(cells_computed, 'computed figure')] : []),
    ...(cells_filled > 0 ? [`${counted(cells_filled, 'cell')} filled`] : []),
    ...(cells_dropped > 0 ? [`${counted(cells_dropped, 'cell')} left out`] : []),
  ].join(' · ')
}

const REASONS: Record<NonNullable<Check['reason']>, string> = {
  long_sheet: 'checked when its rows are read',
  corrected: 'checked when its tables are made',
  not_followed: 'its steps cannot be checked',
}

function spellRows({ rows_in, rows_out, factor, cells_empty }: Check): string {
  const out = rows_out ?? 0
  const due = rows_in * factor - cells_empty
  const from = factor === 1 ? counted(rows_in, 'row') : `${counted(rows_in, 'row')} x ${counted(factor, 'column')}`
  const empty = cells_empty > 0 ? `, ${counted(cells_empty, 'empty cell')}` : ''
  return `${counted(out, 'row')} from ${from}${empty}${out === due ? '' : `, ${due} expected`}`
}

function spellSums({ sums }: Check): string[] {
  const unequal = sums.filter(({ sum_in, sum_out }) => sum_in !== sum_out)
  if (unequal.length === 0) return sums.length > 0 ? ['sums equal'] : []
  return unequal.map(({ column, sum_in, sum_out }) => `${textOf(column)} is ${sum_in} on the sheet and ${sum_out} here`)
}
