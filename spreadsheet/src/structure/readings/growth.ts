import type { Reshape } from '../../parse-spec/parse-spec.ts'

/** Reshaping repeats what it keeps beside each value. This many times the fields of before is not the table that was meant. */
const MOST_TIMES = 8

/** Whether a step would blow a table of so many columns up. */
export function growsTooMuch(step: Reshape, columns: number): boolean {
  switch (step.kind) {
    case 'stack':
    case 'unpivot':
      return step.value_columns.length * (step.id_columns.length + 2) > columns * MOST_TIMES
    case 'wide_to_long': {
      const rounds = step.groups[0]?.columns.length ?? 0
      return rounds * (step.id_columns.length + step.groups.length + 1) > columns * MOST_TIMES
    }
    default:
      return false
  }
}
