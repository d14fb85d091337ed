import { printExpression } from '../../engine/expressions/print-expression.ts'
import { encodeValue } from '../../engine/values/values.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { artifactIdIn } from '../artifacts/artifact.ts'
import { lensFor } from '../reading/lens.ts'
import { type OpenedTable, openReadableTable, readableFrom } from '../reading/open-readable-table.ts'
import { findRegistered } from '../reading/readable-tables.store.ts'
import type { EditPlace } from '../tables/open-editable-table.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { originsOf, type Rule } from './rule.ts'
import { type Enforcement, findRuleSet, type RuleSet } from './rules.store.ts'
import { visibleColumns } from './see-violations.ts'
import type { OnViolation } from './writes-to-check.ts'

export type VisibleRule = {
  kind: Rule['kind']
  name: string | null
  columns: readonly string[]
  min: unknown
  max: unknown
  pattern: string | null
  values: readonly unknown[] | null
  table: string | null
  tableColumn: string | null
  expression: string | null
  message: string | null
  isInForce: boolean
}

export type VisibleRules = {
  table: string
  version: number
  enforce: Enforcement
  onViolation: OnViolation
  rules: VisibleRule[]
  isPartial: boolean
}

/** The rules of a table that are about columns the caller sees. */
export async function readTableRules(ctx: Context, place: EditPlace, version: number | null): Promise<VisibleRules> {
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'viewer' })
  const found = await findRuleSet(ctx.db, { workbookId: opened.workbookId, tableId: opened.artifactId }, version)
  if (!found && version !== null) throw notFound('version of rules', String(version))
  return seeRules(ctx, opened, found)
}

/** Those in force, of a table already opened. */
export const readRulesOf = async (ctx: Context, opened: OpenedTable): Promise<VisibleRules> =>
  seeRules(ctx, opened, await findRuleSet(ctx.db, { workbookId: opened.workbookId, tableId: opened.artifactId }))

const NO_SET = { version: 0, enforce: 'all', onViolation: 'reject', rules: [] } as const

export async function seeRules(ctx: Context, opened: OpenedTable, set: RuleSet | undefined): Promise<VisibleRules> {
  const { version, enforce, onViolation, rules } = set ?? NO_SET
  const seen: VisibleRule[] = []
  for (const rule of rules) {
    const shown = await seeRule(ctx, opened, rule)
    if (shown) seen.push(shown)
  }
  return { table: opened.name, version, enforce, onViolation, rules: seen, isPartial: seen.length < rules.length }
}

/** Null where the rule is about something that the caller may not see. */
export async function seeRule(ctx: Context, opened: OpenedTable, rule: Rule): Promise<VisibleRule | null> {
  const columns = visibleColumns(opened, rule)
  if (!columns) return null
  const target = rule.kind === 'reference' ? await seeTarget(ctx, opened, rule) : undefined
  if (target === null) return null
  const own = opened.schema.find(({ origin }) => origin === originsOf(rule)[0])
  const encoded = (text: string | null) => (text === null || !own ? text : encodeValue(own.type, text))
  const nameOf = (origin: number) => opened.schema.find((column) => column.origin === origin)?.name ?? '?'
  return {
    kind: rule.kind,
    name: rule.kind === 'row' ? rule.name : null,
    columns,
    min: rule.kind === 'range' ? encoded(rule.min) : null,
    max: rule.kind === 'range' ? encoded(rule.max) : null,
    pattern: rule.kind === 'pattern' ? rule.pattern : null,
    values: rule.kind === 'one_of' ? rule.values.map(encoded) : null,
    table: target?.table ?? null,
    tableColumn: target?.column ?? null,
    expression: rule.kind === 'row' ? printExpression(rule.expression, nameOf) : null,
    message: rule.message,
    isInForce: columns.length === originsOf(rule).length && (rule.kind !== 'reference' || target?.column !== undefined),
  }
}

/** Null: a column that the caller may not see. Without names: it is not there now. */
async function seeTarget(ctx: Context, opened: OpenedTable, { tableId, target }: Rule & { kind: 'reference' }) {
  const workbook = await openWorkbook(ctx, opened.workbookId, 'viewer')
  const name = toWireId('art', tableId)
  const found = await findRegistered(ctx.db, opened.workbookId, name, artifactIdIn(name))
  if (!found) return {}
  const { table, schema } = readableFrom(found, await lensFor(ctx, workbook, found.policyEpoch))
  if (!schema.some(({ origin }) => origin === target)) return { table: table.name }
  const column = table.columns.find(({ origin }) => origin === target)
  return !column || column.isMasked ? null : { table: table.name, column: column.name }
}
