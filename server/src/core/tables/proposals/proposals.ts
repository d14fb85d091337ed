import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { openTablesById } from '../../reading/open-readable-tables.ts'
import { pageOfVisible } from '../../reading/page-of-visible.ts'
import { hidesRows } from '../../reading/refuse-if-hidden.ts'
import { type OpenedWorkbook, openWorkbook } from '../../workbooks/open-workbook.ts'
import { roleInWorkbook } from '../../workbooks/workbook.ts'
import { findWorkbookFor } from '../../workbooks/workbooks.store.ts'
import {
  approversOf,
  type Proposal,
  type ProposalSettings,
  type Review,
  STANDARD_SETTINGS,
  stateAt,
} from './proposal.ts'
import {
  findProposal,
  findSettings,
  listProposals,
  listProposedTables,
  listReviews,
  type ProposalPlace,
  type ProposalsQuery,
} from './proposals.store.ts'

/** A proposal with what reviewers have said, as it stands at this moment. */
export type JudgedProposal = Proposal & {
  reviews: readonly Review[]
  approvals: number
  needed: number
  tables: readonly { tableId: string; baseVersion: number; rowCount: number }[]
}

/** The only door to a proposal: those who can edit the workbook, and see all rows of the tables it would change, see it. */
export async function openProposal(ctx: Context, place: ProposalPlace): Promise<JudgedProposal> {
  const workbook = await openWorkbook(ctx, place.workbookId, 'editor')
  const found = await findProposal(ctx.db, place)
  const [judged] = found ? await visibleOf(ctx, workbook, [found]) : []
  if (!judged) throw notFound('proposal', toWireId('prop', place.proposalId))
  return judged
}

/** A page of them, newest first. */
export async function readProposals(ctx: Context, workbookId: string, asked: ProposalsQuery) {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  const { state, limit, before } = asked
  const listing = {
    list: (end: string | null, most: number) => listProposals(ctx.db, workbookId, { state, limit: most, before: end }),
    idOf: ({ proposalId }: Proposal) => proposalId,
    visibleOf: (found: readonly Proposal[]) => visibleOf(ctx, workbook, found),
    visibleIdOf: ({ proposalId }: JudgedProposal) => proposalId,
  }
  const { page: proposals, next } = await pageOfVisible(listing, { after: before, limit })
  return { proposals, next }
}

/** Its title and its texts are about the rows it would change: of a table whose rows the caller does not all see, it does not exist. */
async function visibleOf(ctx: Context, workbook: OpenedWorkbook, found: readonly Proposal[]) {
  const judged = await judgedOf(ctx, workbook.workbookId, found)
  if (!(await hidesRows(ctx, workbook))) return judged
  const tableIds = new Set(judged.flatMap(({ tables }) => tables.map(({ tableId }) => tableId)))
  const whole = new Set((await openTablesById(ctx, workbook, [...tableIds])).map(({ artifactId }) => artifactId))
  return judged.filter(({ tables }) => tables.every(({ tableId }) => whole.has(tableId)))
}

export const settingsOf = async (ctx: Context, workbookId: string): Promise<ProposalSettings> =>
  (await findSettings(ctx.db, workbookId)) ?? STANDARD_SETTINGS

async function judgedOf(ctx: Context, workbookId: string, proposals: readonly Proposal[]): Promise<JudgedProposal[]> {
  const ids = proposals.map(({ proposalId }) => proposalId)
  const [settings, reviews, tables] = await Promise.all([
    settingsOf(ctx, workbookId),
    listReviews(ctx.db, workbookId, ids),
    listProposedTables(ctx.db, workbookId, ids),
  ])
  const editors = new Map<string, Promise<boolean>>()
  const isEditor = (userId: string) => {
    const asked = editors.get(userId) ?? canEdit(ctx, workbookId, userId)
    editors.set(userId, asked)
    return asked
  }
  return Promise.all(
    proposals.map(async (proposal) => {
      const ofIt = reviews.filter(({ proposalId }) => proposalId === proposal.proposalId)
      const approvers = approversOf(proposal, settings, ofIt)
      const count = (await Promise.all(approvers.map(isEditor))).filter(Boolean).length
      return {
        ...proposal,
        state: stateAt(proposal, ctx.now()),
        reviews: ofIt,
        approvals: count,
        needed: settings.minimum,
        tables: tables.filter(({ proposalId }) => proposalId === proposal.proposalId),
      }
    }),
  )
}

/** An approval lasts no longer than the right of its user to edit. */
export async function canEdit({ db }: Context, workbookId: string, userId: string): Promise<boolean> {
  const standing = await findWorkbookFor(db, workbookId, userId)
  const role = standing && roleInWorkbook({ kind: 'session', userId, accountId: standing.accountId }, standing)
  return role === 'editor' || role === 'owner'
}
