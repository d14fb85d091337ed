import { Turn } from '../../platform/turns.ts'
import type { CheckedCondition } from '../expressions/checked-condition.ts'
import { evaluateCondition } from '../expressions/evaluate-expression.ts'
import { type Cost, evaluationCost, MOST_ROW_COST } from '../expressions/evaluation-cost.ts'
import { type Cells, type Column, cellOf } from './table.ts'

/** About half a second of a node's time, in slices. */
const MOST_COST: Cost = 500_000

/** Those of the rows that a condition is true for. Undefined where it would cost a node too much to find out. */
export async function rowsShown(
  condition: CheckedCondition,
  columns: readonly Column[],
  rows: readonly Cells[],
): Promise<ReadonlySet<Cells> | undefined> {
  const initials = new Map(columns.map(({ id, initial }) => [id, initial]))
  const cell = (row: Cells, id: number) => cellOf(row, id, initials.get(id) ?? null)
  const cost = evaluationCost(condition, (id) =>
    rows.reduce((most, row) => Math.max(most, cell(row, id)?.length ?? 0), 0),
  )
  if (cost > MOST_ROW_COST || cost * rows.length > MOST_COST) return undefined
  const turn = new Turn()
  const shown = new Set<Cells>()
  for (const row of rows) {
    if (turn.isOver) await turn.next()
    if (evaluateCondition(condition, (id) => cell(row, id)) === true) shown.add(row)
  }
  return shown
}
