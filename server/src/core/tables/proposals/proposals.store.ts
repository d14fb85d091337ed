import { type Selectable, sql } from 'kysely'
import { seal } from '../../../engine/table/sealed.ts'
import type { Cells } from '../../../engine/table/table.ts'
import type { Proposal as ProposalTable } from '../../../platform/database/database-schema.ts'
import { newId } from '../../../platform/ids.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { Actor } from '../../audit/actor.ts'
import type {
  Proposal,
  ProposalSettings,
  ProposalState,
  ProposedRow,
  ProposedTable,
  Review,
  Verdict,
} from './proposal.ts'

export type ProposalPlace = { workbookId: string; proposalId: string }

/** A row of a proposal as it is kept: cells by column id. */
export type NewProposedRow = { op: ProposedRow['op']; rowId: number | null; cells: Cells | null; before: Cells | null }
export type NewProposedTable = ProposedTable & { rows: readonly NewProposedRow[] }

export type NewProposal = Pick<
  Proposal,
  'workbookId' | 'title' | 'description' | 'authorId' | 'actor' | 'expiresAt'
> & { tables: readonly NewProposedTable[] }

/** Rows of one insert; PostgreSQL takes 65,535 parameters. */
const AT_ONCE = 2_000

export async function insertProposal(tx: Tx, { tables, actor, ...proposal }: NewProposal): Promise<string> {
  const place = { workbookId: proposal.workbookId, proposalId: newId() }
  await tx
    .insertInto('proposal')
    .values({ ...proposal, ...place, actor: JSON.stringify(actor) })
    .execute()
  for (const [n, { tableId, baseVersion, rows }] of tables.entries()) {
    await tx
      .insertInto('proposalTable')
      .values({ ...place, tableId, place: n, baseVersion })
      .execute()
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE).map(({ op, rowId, cells, before }, m) => ({
        ...place,
        tableId,
        place: from + m,
        op,
        rowId,
        cells: cells && JSON.stringify(cells),
        before: before && JSON.stringify(before),
      }))
      await tx.insertInto('proposalRow').values(some).execute()
    }
  }
  return place.proposalId
}

export type ProposalsQuery = { state: ProposalState | 'closed' | null; limit: number; before: string | null }

/** Newest first. One past its time counts as expired. */
export async function listProposals(
  db: Db,
  workbookId: string,
  { state, limit, before }: ProposalsQuery,
): Promise<Proposal[]> {
  let query = db
    .selectFrom('proposal')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .orderBy('proposalId', 'desc')
    .limit(limit)
  const now = sql<string>`case when state = 'open' and expires_at <= now() then 'expired' else state end`
  if (state === 'closed') query = query.where(now, '<>', 'open')
  else if (state !== null) query = query.where(now, '=', state)
  if (before !== null) query = query.where('proposalId', '<', before)
  return (await query.execute()).map(proposalFrom)
}

export async function findProposal(db: Db, { workbookId, proposalId }: ProposalPlace): Promise<Proposal | undefined> {
  const found = await db
    .selectFrom('proposal')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .where('proposalId', '=', proposalId)
    .executeTakeFirst()
  return found && proposalFrom(found)
}

const proposalFrom = (row: Selectable<ProposalTable>): Proposal =>
  // Safe: both were written here, from actors.
  ({ ...row, actor: row.actor as Actor, closedBy: row.closedBy as Actor | null })

export async function countOpenProposals(tx: Tx, workbookId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('proposal')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workbookId', '=', workbookId)
    .where('state', '=', 'open')
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return n
}

/** The tables of proposals, each in its order. */
export async function listProposedTables(
  db: Db,
  workbookId: string,
  proposalIds: readonly string[],
): Promise<(ProposedTable & { proposalId: string; rowCount: number })[]> {
  if (proposalIds.length === 0) return []
  return db
    .selectFrom('proposalTable as t')
    .leftJoin('proposalRow as r', (join) =>
      join
        .onRef('r.workbookId', '=', 't.workbookId')
        .onRef('r.proposalId', '=', 't.proposalId')
        .onRef('r.tableId', '=', 't.tableId'),
    )
    .select(['t.proposalId', 't.tableId', 't.baseVersion', (eb) => eb.fn.count<number>('r.op').as('rowCount')])
    .where('t.workbookId', '=', workbookId)
    .where('t.proposalId', 'in', proposalIds)
    .groupBy(['t.proposalId', 't.tableId', 't.baseVersion', 't.place'])
    .orderBy('t.proposalId')
    .orderBy('t.place')
    .execute()
}

export async function listProposedRows(
  db: Db,
  { workbookId, proposalId }: ProposalPlace,
  tableId: string,
): Promise<ProposedRow[]> {
  const rows = await db
    .selectFrom('proposalRow')
    .select(['op', 'rowId', 'cells', 'before'])
    .where('workbookId', '=', workbookId)
    .where('proposalId', '=', proposalId)
    .where('tableId', '=', tableId)
    .orderBy('place')
    .execute()
  return rows.map(({ op, rowId, cells, before }) => ({ op, rowId, cells: sealed(cells), before: sealed(before) }))
}

// Safe: written by `insertProposal`, or looked at when a bundle arrived.
const sealed = (cells: unknown) => (cells === null ? null : seal(cells as Cells))

/** Who closed it and how. False: it is not open any more. */
export async function closeProposal(
  tx: Tx,
  { workbookId, proposalId }: ProposalPlace,
  { state, by, opId = null }: { state: Exclude<ProposalState, 'open'>; by: Actor; opId?: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('proposal')
    .set({ state, closedAt: sql<Date>`now()`, closedBy: JSON.stringify(by), opId })
    .where('workbookId', '=', workbookId)
    .where('proposalId', '=', proposalId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function insertReview(
  tx: Tx,
  place: ProposalPlace,
  review: { verdict: Verdict; text: string | null; userId: string; actor: Actor },
) {
  await tx
    .insertInto('proposalReview')
    .values({ ...place, ...review, reviewId: newId(), actor: JSON.stringify(review.actor) })
    .execute()
}

/** In the order they were written. */
export async function listReviews(
  db: Db,
  workbookId: string,
  proposalIds: readonly string[],
): Promise<(Review & { proposalId: string })[]> {
  if (proposalIds.length === 0) return []
  const rows = await db
    .selectFrom('proposalReview')
    .select(['proposalId', 'reviewId', 'verdict', 'text', 'userId', 'actor', 'createdAt'])
    .where('workbookId', '=', workbookId)
    .where('proposalId', 'in', proposalIds)
    .orderBy('reviewId')
    .execute()
  // Safe: written by `insertReview`.
  return rows.map((row) => ({ ...row, actor: row.actor as Actor }))
}

export function findSettings(db: Db, workbookId: string): Promise<ProposalSettings | undefined> {
  return db
    .selectFrom('proposalSettings')
    .select(['reviewers', 'minimum'])
    .where('workbookId', '=', workbookId)
    .executeTakeFirst()
}

export async function saveSettings(tx: Tx, workbookId: string, { reviewers, minimum }: ProposalSettings, actor: Actor) {
  const values = { reviewers: [...reviewers], minimum, actor: JSON.stringify(actor) }
  await tx
    .insertInto('proposalSettings')
    .values({ workbookId, ...values })
    .onConflict((conflict) => conflict.column('workbookId').doUpdateSet({ ...values, updatedAt: sql<Date>`now()` }))
    .execute()
}

/** Open ones past their time. */
export function listDueProposals(db: Db, limit: number): Promise<ProposalPlace[]> {
  return db
    .selectFrom('proposal')
    .select(['workbookId', 'proposalId'])
    .where('state', '=', 'open')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
}

/** Those that were closed so long ago. How many it were. */
export async function deleteOldProposals(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from proposal where (workbook_id, proposal_id) in (
      select workbook_id, proposal_id from proposal
      where state <> 'open' and closed_at < now() - make_interval(days => ${days}) limit ${limit})
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Names of the tables of a proposal that are there, in its order. */
export async function listTableNames(db: Db, { workbookId, proposalId }: ProposalPlace): Promise<string[]> {
  const rows = await db
    .selectFrom('proposalTable')
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.workbookId', '=', 'proposalTable.workbookId')
        .onRef('artifact.artifactId', '=', 'proposalTable.tableId'),
    )
    .select('artifact.name')
    .where('proposalTable.workbookId', '=', workbookId)
    .where('proposalTable.proposalId', '=', proposalId)
    .orderBy('proposalTable.place')
    .execute()
  return rows.map(({ name }) => name)
}
