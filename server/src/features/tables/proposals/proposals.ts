import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { refuseIfAnyRowsHidden } from '../../governance/reading/refuse-if-hidden.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
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
  type ProposalsAsked,
} from './proposals.store.ts'

/** A proposal with what reviewers have said, as it stands at this moment. */
export type JudgedProposal = Proposal & {
  reviews: readonly Review[]
  approvals: number
  needed: number
  tables: readonly { tableId: string; baseVersion: number; rowCount: number }[]
}

/** The only door to a proposal: those who can edit the workbook, and see all its rows, see it. */
export async function openProposal(ctx: Context, place: ProposalPlace): Promise<JudgedProposal> {
  await refuseIfAnyRowsHidden(ctx, await openWorkbook(ctx, place.workbookId, 'editor'))
  const found = await findProposal(ctx.db, place)
  const [judged] = found ? await judgedOf(ctx, place.workbookId, [found]) : []
  if (!judged) throw notFound('proposal', toWireId('prop', place.proposalId))
  return judged
}

/** A page of them, newest first. */
export async function readProposals(ctx: Context, workbookId: string, asked: ProposalsAsked) {
  await refuseIfAnyRowsHidden(ctx, await openWorkbook(ctx, workbookId, 'editor'))
  const found = await listProposals(ctx.db, workbookId, { ...asked, limit: asked.limit + 1 })
  const page = found.slice(0, asked.limit)
  return {
    proposals: await judgedOf(ctx, workbookId, page),
    next: found.length > asked.limit ? (page.at(-1)?.proposalId ?? null) : null,
  }
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
