import { checkCondition } from '../expressions/check-expression.ts'
import type { CheckedCondition } from '../expressions/checked-condition.ts'
import { type Expression, ExpressionError } from '../expressions/expression.ts'
import type { Column } from './table.ts'

/**
 * Which rows of a table its reader may see: those for which the condition is true. Columns are named by their origins, as a version
 * may have them under other ids; one that lacks a column, or has it as another type, shows no row.
 */
export type RowFilter = {
  /** The same for filters that show the same rows: their readers share engines. */
  name: string
  condition: Expression<number>
  /** The reader may write rows that they do not see afterwards. */
  mayWriteUnseen?: boolean
}

/** Undefined where it is false for every row, or the columns of this version do not fit it: then no row may be seen. */
export function conditionOn(columns: readonly Column[], { condition }: RowFilter): CheckedCondition | undefined {
  if (condition.kind === 'boolean' && !condition.value) return undefined
  const columnOf = (origin: number) => {
    const found = columns.find((column) => column.origin === origin)
    if (!found) throw new ExpressionError('names a column that is not there')
    return found
  }
  try {
    return checkCondition(condition, columnOf)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
