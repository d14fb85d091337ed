import type { Context } from '../../platform/context.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { hiddenRows } from '../policies/governance.errors.ts'
import { type OpenedTable, openReadableTable } from '../reading/open-readable-table.ts'
import { originsOf, type Rule, type RuleReport, type Violation } from './rule.ts'
import { type RuleViolated, ruleViolated, type VisibleViolation } from './rules.errors.ts'
import type { WorkbookRules } from './rules.store.ts'
import type { WritesToCheck } from './writes-to-check.ts'

const MOST_SHOWN = 100

/** The refusal of a commit, in what its writer may see: rows by their ids or places, rules by their columns. */
export async function violationsSeen(
  ctx: Context,
  { workbookId, sentAs }: WritesToCheck,
  { tables }: WorkbookRules,
  { violations, count }: RuleReport,
): Promise<RuleViolated> {
  const opened = new Map<string, OpenedTable | null>()
  const seen: VisibleViolation[] = []
  const edits = new Map<number, VisibleViolation>()
  for (const violation of violations) {
    const { tableId, index } = violation.rule
    const table = opened.get(tableId) ?? (await openSeen(ctx, workbookId, tableId))
    opened.set(tableId, table)
    const rule = tables.get(tableId)?.[index]
    const shown = visibleViolation(violation, table, rule, sentAs)
    if (seen.length < MOST_SHOWN) seen.push(shown)
    if (violation.edit !== null && !edits.has(violation.edit)) edits.set(violation.edit, shown)
  }
  return ruleViolated(seen, count, edits)
}

/** Null: a table that the caller may not see, or not all rows of. */
async function openSeen(ctx: Context, workbookId: string, tableId: string): Promise<OpenedTable | null> {
  const unseen = [notFound('table', '').code, hiddenRows(workbookId).code]
  try {
    return await openReadableTable(ctx, workbookId, toWireId('art', tableId), { role: 'editor' })
  } catch (error) {
    if (error instanceof ServiceError && unseen.includes(error.code)) return null
    throw error
  }
}

function visibleViolation(
  { edit, rowId }: Violation,
  table: OpenedTable | null,
  rule: Rule | undefined,
  sentAs: readonly number[] | undefined,
): VisibleViolation {
  const names = rule && table ? visibleColumns(table, rule) : null
  return {
    table: table?.name ?? '',
    rule: rule && names ? { kind: rule.kind, name: rule.kind === 'row' ? rule.name : null, columns: names } : null,
    // Which row stands in the way is for those who see it for certain.
    row_id: table ? rowId : null,
    index: edit === null ? null : (sentAs?.[edit] ?? edit),
    message:
      rule && names
        ? messageOf(rule, names)
        : table
          ? 'A rule about a column that you cannot see is broken.'
          : 'A rule of a table that you do not see all of is broken.',
  }
}

/** The columns a rule is about; null where one of them is hidden from the caller. */
export function visibleColumns({ table, schema }: OpenedTable, rule: Rule): string[] | null {
  const plain = originsOf(rule).map((origin) => table.columns.find((column) => column.origin === origin))
  const isHidden = originsOf(rule).some(
    (origin, n) => schema.some((column) => column.origin === origin) && (!plain[n] || plain[n].isMasked),
  )
  return isHidden ? null : plain.flatMap((column) => column?.name ?? [])
}

/** What a rule says to a person, unless it has a message of its own. */
export function messageOf(rule: Rule, [first = '', ...others]: readonly string[]): string {
  if (rule.message !== null) return rule.message
  switch (rule.kind) {
    case 'required':
      return `${first} must have a value.`
    case 'unique':
      return others.length > 0
        ? `${[first, ...others].join(', ')} together must be different in every row.`
        : `${first} must be different in every row.`
    case 'range':
      return `${first} must be ${rangeText(rule)}.`
    case 'pattern':
      return `${first} must have the form ${rule.pattern}.`
    case 'one_of':
      return `${first} must be one of ${rule.values.slice(0, 10).join(', ')}${rule.values.length > 10 ? ' and others' : ''}.`
    case 'reference':
      return `${first} must be a value of the table it refers to, as long as rows refer to it.`
    case 'row':
      return `The row must fulfil ${rule.name}.`
  }
}

function rangeText({ min, max }: Rule & { kind: 'range' }): string {
  if (min !== null && max !== null) return `between ${min} and ${max}`
  return min !== null ? `at least ${min}` : `at most ${max}`
}
