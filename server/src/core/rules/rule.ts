import { columnsIn, type Expression } from '../../engine/expressions/expression.ts'
import type { CheckedTable } from '../../engine/table/rules-checked.ts'

/** What the rows of a table must be. Columns are named by their origin, values are canonical texts of the column's type. */
export type Rule = { message: string | null } & (
  | { kind: 'required'; origin: number }
  /** The columns together: no two rows hold the same values. NULL equals nothing. */
  | { kind: 'unique'; origins: readonly number[] }
  | { kind: 'range'; origin: number; min: string | null; max: string | null }
  /** RE2, for the whole text. */
  | { kind: 'pattern'; origin: number; pattern: string }
  | { kind: 'one_of'; origin: number; values: readonly string[] }
  /** Each value stands in a column of another table, or of the same one. */
  | { kind: 'reference'; origin: number; tableId: string; target: number }
  /** A condition that no row makes false; what is unknown passes, as in SQL. */
  | { kind: 'row'; name: string; expression: Expression<number> }
)

export const RULE_KINDS = ['required', 'unique', 'range', 'pattern', 'one_of', 'reference', 'row'] as const

/** The columns of its own table that a rule is about. */
export function originsOf(rule: Rule): readonly number[] {
  switch (rule.kind) {
    case 'unique':
      return rule.origins
    case 'row':
      return columnsIn(rule.expression)
    default:
      return [rule.origin]
  }
}

/** Which rule: of a table, by its place in the set. */
export type RuleRef = { tableId: string; index: number }

/** A row that breaks a rule. `edit`: the place among the rows of the write that it stands for; null where rows were read whole. */
export type Violation = { rule: RuleRef; edit: number | null; rowId: number | null }

/** Rows broken, and how many; the list may be shorter. */
export type RuleReport = { violations: readonly Violation[]; count: number; seen: readonly CheckedTable[] }
