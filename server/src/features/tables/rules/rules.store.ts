import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { Rule } from '../../../tabular/rules/rule.ts'
import type { TablePlace } from '../../../tabular/table.ts'
import type { Actor } from '../../audit/actor.ts'

export const ENFORCEMENTS = ['new', 'all'] as const
export type Enforcement = (typeof ENFORCEMENTS)[number]

/** The rules of a table, as one request set them. */
export type RuleSet = { version: number; rules: readonly Rule[]; enforce: Enforcement; actor: Actor; createdAt: Date }

type Row = { version: number; document: unknown; enforce: string; actor: unknown; createdAt: Date }

/** The set in force, or an older one. */
export async function findRuleSet(
  db: Db,
  { workbookId, tableId }: TablePlace,
  version: number | null = null,
): Promise<RuleSet | undefined> {
  const row = await db
    .selectFrom('ruleSet')
    .select(['version', 'document', 'enforce', 'actor', 'createdAt'])
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && ruleSetFrom(row)
}

const ruleSetFrom = ({ version, document, enforce, actor, createdAt }: Row): RuleSet => ({
  version,
  // Safe: written by `insertRuleSet`, or looked at when a bundle arrived.
  rules: document as readonly Rule[],
  enforce: enforce === 'new' ? 'new' : 'all',
  actor: actor as Actor,
  createdAt,
})

export async function insertRuleSet(
  tx: Tx,
  { workbookId, tableId }: TablePlace,
  { version, rules, enforce, actor }: Omit<RuleSet, 'createdAt'>,
): Promise<Date> {
  const { createdAt } = await tx
    .insertInto('ruleSet')
    .values({ workbookId, tableId, version, document: JSON.stringify(rules), enforce, actor: JSON.stringify(actor) })
    .returning('createdAt')
    .executeTakeFirstOrThrow()
  return createdAt
}

/** All rules of a workbook, of one moment. */
export type WorkbookRules = { epoch: number; tables: ReadonlyMap<string, readonly Rule[]> }

export async function readWorkbookRules(db: Db, workbookId: string): Promise<WorkbookRules> {
  const { rows } = await sql<{ epoch: number; tableId: string | null; document: unknown }>`
    select h.rules_epoch as epoch, r.table_id, r.document
    from workbook_head h
    left join lateral (
      select distinct on (s.table_id) s.table_id, s.document from rule_set s
      where s.workbook_id = h.workbook_id order by s.table_id, s.version desc
    ) as r on true
    where h.workbook_id = ${workbookId}`.execute(db)
  // Safe: as above.
  const tables = rows.flatMap(({ tableId, document }) =>
    tableId === null ? [] : [[tableId, document as readonly Rule[]] as const],
  )
  return { epoch: rows[0]?.epoch ?? 0, tables: new Map(tables) }
}

/** The sets in force, of all tables. */
export async function listRuleSets(db: Db, workbookId: string): Promise<(RuleSet & { tableId: string })[]> {
  const rows = await db
    .selectFrom('ruleSet')
    .distinctOn('tableId')
    .select(['tableId', 'version', 'document', 'enforce', 'actor', 'createdAt'])
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
