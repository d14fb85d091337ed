import { sql } from 'kysely'
import type { TablePlace } from '../../engine/table/table.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Actor } from '../audit/actor.ts'
import type { Rule } from './rule.ts'
import { ON_VIOLATION, type OnViolation } from './writes-to-check.ts'

export const ENFORCEMENTS = ['new', 'all'] as const
export type Enforcement = (typeof ENFORCEMENTS)[number]

/** The rules of a table, as one request set them. */
export type RuleSet = {
  version: number
  rules: readonly Rule[]
  enforce: Enforcement
  /** Of ingests that do not say. */
  onViolation: OnViolation
  actor: Actor
  createdAt: Date
}

const COLUMNS = ['version', 'document', 'enforce', 'onViolation', 'actor', 'createdAt'] as const

type Row = {
  version: number
  document: unknown
  enforce: string
  onViolation: string
  actor: unknown
  createdAt: Date
}

/** The set in force, or an older one. */
export async function findRuleSet(
  db: Db,
  { workbookId, tableId }: TablePlace,
  version: number | null = null,
): Promise<RuleSet | undefined> {
  const row = await db
    .selectFrom('ruleSet')
    .select(COLUMNS)
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && ruleSetFrom(row)
}

const ruleSetFrom = ({ version, document, enforce, onViolation, actor, createdAt }: Row): RuleSet => ({
  version,
  // Safe: written by `insertRuleSet`, or looked at when a bundle arrived.
  rules: document as readonly Rule[],
  enforce: enforce === 'new' ? 'new' : 'all',
  onViolation: onViolationIn(onViolation),
  actor: actor as Actor,
  createdAt,
})

const onViolationIn = (text: string | null): OnViolation => ON_VIOLATION.find((word) => word === text) ?? 'reject'

export async function insertRuleSet(
  tx: Tx,
  { workbookId, tableId }: TablePlace,
  { version, rules, enforce, onViolation, actor }: Omit<RuleSet, 'createdAt'>,
): Promise<Date> {
  const { createdAt } = await tx
    .insertInto('ruleSet')
    .values({
      workbookId,
      tableId,
      version,
      document: JSON.stringify(rules),
      enforce,
      onViolation,
      actor: JSON.stringify(actor),
    })
    .returning('createdAt')
    .executeTakeFirstOrThrow()
  return createdAt
}

/** All rules of a workbook, of one moment. */
export type WorkbookRules = {
  epoch: number
  tables: ReadonlyMap<string, readonly Rule[]>
  onViolation: ReadonlyMap<string, OnViolation>
}

export async function readWorkbookRules(db: Db, workbookId: string): Promise<WorkbookRules> {
  const { rows } = await sql<{ epoch: number; tableId: string | null; document: unknown; onViolation: string | null }>`
    select h.rules_epoch as epoch, r.table_id, r.document, r.on_violation
    from workbook_head h
    left join lateral (
      select distinct on (s.table_id) s.table_id, s.document, s.on_violation from rule_set s
      where s.workbook_id = h.workbook_id order by s.table_id, s.version desc
    ) as r on true
    where h.workbook_id = ${workbookId}`.execute(db)
  // Safe: as above.
  const tables = rows.flatMap(({ tableId, document }) =>
    tableId === null ? [] : [[tableId, document as readonly Rule[]] as const],
  )
  const onViolation = rows.flatMap(({ tableId, onViolation: word }) =>
    tableId === null ? [] : [[tableId, onViolationIn(word)] as const],
  )
  return { epoch: rows[0]?.epoch ?? 0, tables: new Map(tables), onViolation: new Map(onViolation) }
}

export async function findRulesEpoch(db: Db, workbookId: string): Promise<number> {
  const row = await db
    .selectFrom('workbookHead')
    .select('rulesEpoch')
    .where('workbookId', '=', workbookId)
    .executeTakeFirst()
  return row?.rulesEpoch ?? 0
}

/** Rows that break the set in force were let in: it no longer says that none does. */
export async function relaxRuleSet(tx: Tx, { workbookId, tableId }: TablePlace) {
  await tx
    .updateTable('ruleSet')
    .set({ enforce: 'new' })
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('enforce', '=', 'all')
    .where('version', '=', (query) =>
      query
        .selectFrom('ruleSet as newest')
        .select(({ fn }) => fn.max('newest.version').as('version'))
        .where('newest.workbookId', '=', workbookId)
        .where('newest.tableId', '=', tableId),
    )
    .execute()
}

/** The sets in force, of all tables. */
export async function listRuleSets(db: Db, workbookId: string): Promise<(RuleSet & { tableId: string })[]> {
  const rows = await db
    .selectFrom('ruleSet')
    .distinctOn('tableId')
    .select(['tableId', ...COLUMNS])
    .where('workbookId', '=', workbookId)
    .orderBy('tableId')
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ tableId, ...row }) => ({ tableId, ...ruleSetFrom(row) }))
}

/** Keeps a transaction from ending for having said nothing. */
export async function sayAlive(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
