/** Where a table stood when it was looked at for a check. */
export type CheckedTable = { tableId: string; version: number }

declare const checked: unique symbol

/**
 * The rows of a commit were checked against the rules of their workbook as these were at `epoch`, with the tables as they stood at
 * `seen`. Every commit carries one; PostgreSQL compares it under the lock of the workbook, so that rows which no checker has
 * seen do not come in, whichever way they took.
 */
export type RulesChecked = {
  readonly epoch: number
  readonly seen: readonly CheckedTable[]
  readonly [checked]: true
}

/** For the rule checker alone; a house rule keeps all other code from calling it. */
export const rulesChecked = (epoch: number, seen: readonly CheckedTable[]): RulesChecked =>
  // Safe: the mark is a promise, not a member.
  ({ epoch, seen }) as unknown as RulesChecked
