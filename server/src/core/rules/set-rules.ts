import { findTableHead } from '../../engine/table/tables.store.ts'
import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { actorOf } from '../audit/actor.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { emitEvent } from '../events/events.ts'
import { type OpenedTable, openReadableTable } from '../reading/open-readable-table.ts'
import type { EditPlace } from '../tables/open-editable-table.ts'
import { tooBusy } from '../tables/tables.errors.ts'
import { reportOnTable } from './check-table.ts'
import { NO_RULES } from './known-rules.ts'
import { seeRule, seeRules, type VisibleRules } from './read-rules.ts'
import type { Rule } from './rule.ts'
import type { SentRule } from './rule-wire.ts'
import { rulesChanged, type VisibleViolation } from './rules.errors.ts'
import { type Enforcement, findRuleSet, insertRuleSet, type RuleSet } from './rules.store.ts'
import { violationsSeen } from './see-violations.ts'
import { readSentRules } from './sent-rules.ts'
import type { OnViolation } from './writes-to-check.ts'

export type NewRules = {
  rules: readonly SentRule[]
  /** The version of the rules that the caller read; null declines the check. */
  expected: number | null
  enforce: Enforcement
  /** Null: as it was. */
  onViolation: OnViolation | null
  actor: string | null
  isDryRun: boolean
}

/** `broken`: rows that are there and break the rules. */
export type RulesSet = VisibleRules & { broken: readonly VisibleViolation[]; brokenCount: number }

const MOST_ATTEMPTS = 5

/** Puts rules in the place of those that a table has. What is there is checked first: with `all` nothing may break them. */
export async function setRules(ctx: Context, place: EditPlace, asked: NewRules): Promise<RulesSet> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'editor' })
    const done = await trySet(ctx, opened, asked)
    if (done) return done
  }
  throw tooBusy(place.name)
}

/** Undefined: rows changed between the look and the lock. */
async function trySet(ctx: Context, opened: OpenedTable, asked: NewRules): Promise<RulesSet | undefined> {
  const { workbookId, artifactId: tableId, name } = opened
  const table = { workbookId, tableId }
  const before = await findRuleSet(ctx.db, table)
  refuseIfBehind(name, asked.expected, before)
  const sent = await readSentRules(ctx, opened, asked.rules)
  const hidden = await hiddenRules(ctx, opened, before)
  // Rules that stay were looked at when they were set. Which rows break them would tell the caller about hidden cells.
  const { seen, ...report } = await reportOnTable(ctx, { db: ctx.bulk.db, workbookId, tableId }, sent)
  const refusal =
    report.count > 0
      ? await violationsSeen(
          ctx,
          { workbookId, writes: [] },
          { ...NO_RULES, tables: new Map([[tableId, sent]]) },
          { ...report, seen },
        )
      : null
  const broken = refusal?.shown ?? []
  const { actor } = asked
  const onViolation = asked.onViolation ?? before?.onViolation ?? 'reject'
  const enforce = hidden.length > 0 && before?.enforce === 'new' ? 'new' : asked.enforce
  const rules = [...sent, ...hidden]
  const set = { version: (before?.version ?? 0) + 1, rules, enforce, onViolation, actor: actorOf(ctx, actor) }
  const shown = { broken, brokenCount: report.count }
  if (asked.isDryRun)
    return {
      ...(await seeRules(ctx, opened, { ...set, version: before?.version ?? 0, createdAt: ctx.now() })),
      ...shown,
    }
  if (refusal && asked.enforce === 'all') throw refusal
  const isSet = await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    refuseIfBehind(name, set.version - 1, await findRuleSet(tx, table))
    for (const { tableId: id, version } of seen)
      if ((await findTableHead(tx, workbookId, id))?.editVersion !== version) return false
    await insertRuleSet(tx, table, set)
    await record(tx, ctx, opened, set, asked.actor)
    return true
  })
  return isSet ? { ...(await seeRules(ctx, opened, { ...set, createdAt: ctx.now() })), ...shown } : undefined
}

function refuseIfBehind(table: string, expected: number | null, current: RuleSet | undefined) {
  const version = current?.version ?? 0
  if (expected !== null && expected !== version) throw rulesChanged(table, expected, version)
}

/** Rules about what the caller may not see stay as they are. */
async function hiddenRules(ctx: Context, opened: OpenedTable, before: RuleSet | undefined): Promise<Rule[]> {
  const hidden: Rule[] = []
  for (const rule of before?.rules ?? []) if (!(await seeRule(ctx, opened, rule))) hidden.push(rule)
  return hidden
}

async function record(
  tx: Tx,
  ctx: Context,
  opened: OpenedTable,
  set: Omit<RuleSet, 'createdAt'>,
  actor: string | null,
) {
  const { workbookId, artifactId, name, kind, layer, editVersion } = opened
  const { rules, version, enforce, onViolation: on_violation } = set
  const detail = { rules: rules.length, version, enforce, on_violation }
  await appendAuditEntry(tx, ctx, { workbookId, action: 'table.rules', target: { table: name }, detail, actor })
  const artifact = { id: toWireId('art', artifactId), name, type: kind, layer }
  await emitEvent(tx, ctx, {
    workbookId,
    kind: 'artifact.updated',
    actor,
    data: { artifact, edit_version: editVersion, cause: 'table.rules' },
  })
}
