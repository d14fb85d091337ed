import { createHash } from 'node:crypto'

/** What a review looks for. */
export const CHECKS = [
  'duplicate_rows', 'duplicate_key', 'mixed_types', 'numeric_as_text', 'leading_zero_risk', 'ambiguous_dates', 'future_dates', 'null_rate',
  'whitespace', 'case_variants', 'outliers', 'total_mismatch', 'orphan_reference', 'constant_column', 'formula_error_values', 'stale_table',
] as const // biome-ignore format: a list
export type Check = (typeof CHECKS)[number]

export const SEVERITIES = ['info', 'warning', 'error'] as const
export type Severity = (typeof SEVERITIES)[number]

/** SQL that the reader can run to check; null where no rows show it. */
export type Evidence = { sql: string | null; sample: readonly Readonly<Record<string, unknown>>[] }

/** Something that seems to be wrong with a table, as it was found by running its evidence. */
export type Finding = {
  findingId: string
  /** One of ours, or what an adviser calls it. */
  check: string
  severity: Severity
  table: string
  column: string | null
  rowIds: readonly number[]
  count: number
  message: string
  evidence: Evidence
  suggestedFix: string
  /** What an adviser thinks of it, where one was asked. */
  judgement: { verdict: 'fault' | 'fine'; reason: string } | null
}

/** What may be wrong, before its evidence was run. `mostRows`: if more rows show it, it is no fault but how things are. */
export type Suspicion = {
  check: Check
  severity: Severity
  table: string
  column: string | null
  sql: string
  mostRows?: number
  message: (count: number) => string
  suggestedFix: string
}

/** What was looked at, and what was not and why. */
export type Coverage = {
  tablesChecked: string[]
  tablesSkipped: { name: string; reason: string }[]
  rowsChecked: number
  checksRun: Check[]
  checksSkipped: { check: string; reason: string }[]
}

/** The same finding has the same id in every review. */
export const findingIdOf = ({ check, table, column }: Pick<Finding, 'check' | 'table' | 'column'>) =>
  `fnd_${createHash('sha256')
    .update(JSON.stringify([check, table, column]))
    .digest('hex')
    .slice(0, 16)}`

export const MOST_ROW_IDS = 20
export const MOST_SAMPLE_ROWS = 5

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 }

/** The gravest first, then as they stand in the workbook. */
export const byGravity = (one: Finding, other: Finding) =>
  RANK[one.severity] - RANK[other.severity] || (one.table < other.table ? -1 : one.table > other.table ? 1 : 0)
