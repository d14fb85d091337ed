import { ExpressionError } from '../../engine/expressions/expression.ts'
import type { TableWrite } from '../../engine/table/commit.ts'
import type { ContentPlan } from '../../engine/table/content.ts'
import { type RulesChecked, rulesChecked } from '../../engine/table/rules-checked.ts'
import type { Column } from '../../engine/table/table.ts'
import { findTableHead } from '../../engine/table/tables.store.ts'
import type { Context } from '../../platform/context.ts'
import { ruleState } from '../reading/rule-state.ts'
import { checkContent, type ReferringContent } from './check-content.ts'
import { checkRows, type ReferringRule } from './check-rows.ts'
import { compileRules } from './compile-rules.ts'
import { contentAfter, currentContent, type WrittenContent } from './content-after.ts'
import { keepingAlive } from './keeping-alive.ts'
import type { Rule, RuleReport } from './rule.ts'
import { rulesDoNotFit, type VisibleViolation } from './rules.errors.ts'
import type { WorkbookRules } from './rules.store.ts'
import { violationsSeen } from './see-violations.ts'
import { type SetAside, setAside } from './set-aside.ts'
import type { Ingest, OnViolation, WritesToCheck } from './writes-to-check.ts'

/** More rows than this are looked at as a whole content: the engine answers questions of one request in seconds. */
const MOST_ROWS_AT_ONCE = 20_000

/** Writes that may be committed, and what an ingest left out of them or let in all the same. */
export type CheckedWrites = {
  checked: RulesChecked
  writes: readonly TableWrite[]
  aside: readonly SetAside[]
  warned: Warned | null
}

/** Rows that break rules and come in: the first of them as the caller may see them, and the tables whose rules they break. */
export type Warned = { shown: readonly VisibleViolation[]; count: number; tableIds: readonly string[] }

/** The one place where rows are held against rules. Refuses a commit that would break one, unless it is of an ingest that may. */
export async function checkWrites(ctx: Context, edit: WritesToCheck, rules: WorkbookRules): Promise<CheckedWrites> {
  const report = await reportOnWrites(ctx, edit, rules)
  const isPassed = report.count === 0
  if (isPassed) return { checked: rulesChecked(rules.epoch, report.seen), writes: edit.writes, aside: [], warned: null }
  if (!edit.ingest) throw await violationsSeen(ctx, edit, rules, report)
  return checkIngest(ctx, edit, edit.ingest, rules)
}

/** Takes out the rows that are to be set aside, and looks again at what is left. */
async function checkIngest(
  ctx: Context,
  edit: WritesToCheck,
  { onViolation }: Ingest,
  rules: WorkbookRules,
): Promise<CheckedWrites> {
  const written = new Set(edit.writes.map(({ tableId }) => tableId))
  // Rows of other tables that would be left alone are let be where the request itself says so.
  const modeOf = (tableId: string): OnViolation =>
    onViolation ?? (written.has(tableId) ? rules.onViolation.get(tableId) : null) ?? 'reject'
  const aside: SetAside[] = []
  const writes: TableWrite[] = []
  for (const write of edit.writes) {
    const isSieved = modeOf(write.tableId) === 'quarantine' && isInvolved(write, rules)
    const sieved = isSieved
      ? await keepingAlive(ctx, () => fitting(() => setAside(ctx, edit.workbookId, write, rules)))
      : undefined
    writes.push(sieved?.write ?? write)
    if (sieved) aside.push(sieved.aside)
  }
  const left = { ...edit, writes }
  const report = await reportOnWrites(ctx, left, rules)
  const refused = report.violations.filter(({ rule }) => modeOf(rule.tableId) !== 'warn')
  if (refused.length > 0) throw await violationsSeen(ctx, left, rules, report)
  const checked = rulesChecked(rules.epoch, report.seen)
  if (report.count === 0) return { checked, writes, aside, warned: null }
  const { shown } = await violationsSeen(ctx, left, rules, report)
  const tableIds = [...new Set(report.violations.map(({ rule }) => rule.tableId))]
  return { checked, writes, aside, warned: { shown, count: report.count, tableIds } }
}

/** What the writes would break, found without writing them. */
async function reportOnWrites(ctx: Context, edit: WritesToCheck, rules: WorkbookRules): Promise<RuleReport> {
  const involved = edit.isErasure ? [] : edit.writes.filter((write) => isInvolved(write, rules))
  if (involved.length === 0) return { violations: [], count: 0, seen: [] }
  return fitting(() => reportOn(ctx, edit.workbookId, edit.writes, involved, rules))
}

function isInvolved({ tableId, kind, create }: TableWrite, { tables }: WorkbookRules): boolean {
  if (create || kind === 'schema') return false
  return (tables.get(tableId)?.length ?? 0) > 0 || [...referencesTo(tables, tableId)].length > 0
}

/** Rules of any table that refer to a column of this one. */
function* referencesTo(tables: WorkbookRules['tables'], tableId: string) {
  for (const [from, rules] of tables)
    for (const [index, rule] of rules.entries())
      if (rule.kind === 'reference' && rule.tableId === tableId) yield { from, index, rule }
}

async function fitting<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    throw error instanceof ExpressionError ? rulesDoNotFit(error.message) : error
  }
}

async function reportOn(
  ctx: Context,
  workbookId: string,
  writes: readonly TableWrite[],
  involved: readonly TableWrite[],
  rules: WorkbookRules,
): Promise<RuleReport> {
  const [first] = involved
  const isFew = writes.length === 1 && first?.kind === 'rows' && (first.rows?.length ?? 0) <= MOST_ROWS_AT_ONCE
  const report = isFew ? await checkFew(ctx, workbookId, first, rules) : undefined
  return report ?? checkWhole(ctx, workbookId, writes, involved, rules)
}

/**
 * Asks the engine about the touched keys. Undefined where the transaction has changed the table already, which no engine sees, or the
 * conditions cost more than a node may spend on them.
 */
async function checkFew(
  ctx: Context,
  workbookId: string,
  write: TableWrite,
  { tables }: WorkbookRules,
): Promise<RuleReport | undefined> {
  const { tableId, rows = [] } = write
  const state = ruleState(ctx, workbookId)
  const columns = await state.columnsOf(tableId)
  if (!columns || (ctx.db.isTransaction && (await isChangedHere(ctx, workbookId, tableId)))) return undefined
  const referring: ReferringRule[] = []
  for (const { from, index, rule } of referencesTo(tables, tableId)) {
    const column = originIn(from === tableId ? columns : await state.columnsOf(from), rule.origin)
    const target = originIn(columns, rule.target)
    if (column && target) referring.push({ tableId: from, index, columnId: column.id, target: target.id })
  }
  const compiled = compileRules(tables.get(tableId) ?? [], columns)
  return checkRows(state, { tableId, columns, rules: compiled, referring }, rows)
}

const originIn = (columns: readonly Column[] | undefined, origin: number) =>
  columns?.find((column) => column.origin === origin)

async function isChangedHere({ db, bulk }: Context, workbookId: string, tableId: string): Promise<boolean> {
  const [here, committed] = await Promise.all([
    findTableHead(db, workbookId, tableId),
    findTableHead(bulk.db, workbookId, tableId),
  ])
  return here?.editVersion !== committed?.editVersion
}

/** Looks at whole contents: of each written table before and after, and of the tables that rules lead to. */
async function checkWhole(
  ctx: Context,
  workbookId: string,
  writes: readonly TableWrite[],
  involved: readonly TableWrite[],
  { tables }: WorkbookRules,
): Promise<RuleReport> {
  const { db } = ctx
  const written = new Map<string, WrittenContent>()
  for (const write of writes) {
    const content = write.create ? undefined : await contentAfter(db, workbookId, write)
    if (content) written.set(write.tableId, content)
  }
  const contents = new Map<string, ContentPlan>([...written].map(([tableId, { after }]) => [tableId, after]))
  const read = async (tableId: string) => {
    const content = contents.get(tableId) ?? (await currentContent(db, workbookId, tableId))
    if (content) contents.set(tableId, content)
    return content
  }
  const changed = []
  const referring: ReferringContent[] = []
  for (const { tableId } of involved) {
    const content = written.get(tableId)
    if (!content) continue
    const own: readonly Rule[] = tables.get(tableId) ?? []
    const rules = compileRules(own, content.after.columns)
    for (const { test } of rules) if (test.kind === 'reference') await read(test.tableId)
    changed.push({ tableId, ...content, rules })
    for (const { from, index, rule } of referencesTo(tables, tableId)) {
      const plan = await read(from)
      const column = originIn(plan?.columns, rule.origin)
      if (plan && column)
        referring.push({ tableId: from, index, plan, columnId: column.id, target: content, targetOrigin: rule.target })
    }
  }
  const check = { changed, targets: contents, referring }
  const report = await keepingAlive(ctx, () => checkContent(ctx.bulk.storage, check))
  const seen = [...contents].map(([tableId, { version }]) => ({ tableId, version }))
  return { ...report, seen }
}
