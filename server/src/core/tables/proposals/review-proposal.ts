import { limitReached } from '../../../people/accounts/accounts.errors.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { actorOf } from '../../audit/actor.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { isAdminIn } from '../../workbooks/workbook.ts'
import { MOST_REVIEWS, mayJudge, type Verdict } from './proposal.ts'
import { notAReviewer, notYourProposal, proposalClosed, proposalHidden } from './proposals.errors.ts'
import { closeProposal, insertReview, type ProposalPlace } from './proposals.store.ts'
import { type JudgedProposal, openProposal, settingsOf } from './proposals.ts'
import { recordStep } from './record-proposal.ts'
import { tableAsMade } from './rows-now.ts'

export type SentReview = { verdict: Verdict; text: string | null; actor: string | null }

/** Approves or rejects a proposal, or only says something. One rejection closes it. */
export async function reviewProposal(ctx: Context, place: ProposalPlace, sent: SentReview): Promise<JudgedProposal> {
  const { verdict, text, actor } = sent
  await openProposal(ctx, place)
  if (verdict === 'comment' && text === null)
    throw invalidField(['body', 'text'], 'required', 'is required for a comment')
  if (verdict === 'approve') await refuseIfHidden(ctx, place)
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    await lockWorkbookHead(tx, place.workbookId)
    const proposal = await openProposal(within, place)
    if (verdict !== 'comment') refuseIfClosed(proposal)
    if (verdict !== 'comment' && !mayJudge(proposal, await settingsOf(within, place.workbookId), ctx.caller.userId))
      throw notAReviewer()
    if (proposal.reviews.length >= MOST_REVIEWS) throw limitReached('reviews of a proposal', MOST_REVIEWS)
    const by = actorOf(ctx, actor)
    await insertReview(tx, place, { verdict, text, userId: ctx.caller.userId, actor: by })
    const data = { verdict, state: verdict === 'reject' ? 'rejected' : proposal.state }
    const action = `proposal.${verdict}`
    await recordStep(tx, ctx, { place, action, event: 'proposal.reviewed', data, actor })
    if (verdict === 'reject') await close(tx, ctx, place, 'rejected', actor)
    return openProposal(within, place)
  })
}

/** Its author takes it back, or an admin of the workbook does. */
export async function withdrawProposal(
  ctx: Context,
  place: ProposalPlace,
  actor: string | null,
): Promise<JudgedProposal> {
  // Only those who may see it wait for the lock.
  await openProposal(ctx, place)
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    await lockWorkbookHead(tx, place.workbookId)
    const workbook = await openWorkbook(within, place.workbookId, 'editor')
    const proposal = await openProposal(within, place)
    if (proposal.authorId !== ctx.caller.userId && !isAdminIn(ctx.caller, workbook)) throw notYourProposal()
    refuseIfClosed(proposal)
    await close(tx, ctx, place, 'withdrawn', actor)
    return openProposal(within, place)
  })
}

export function refuseIfClosed({ state, proposalId }: JudgedProposal) {
  if (state !== 'open') throw proposalClosed(toWireId('prop', proposalId), state)
}

async function close(
  tx: Tx,
  ctx: Context,
  place: ProposalPlace,
  state: 'rejected' | 'withdrawn',
  actor: string | null,
) {
  if (!(await closeProposal(tx, place, { state, by: actorOf(ctx, actor) })))
    throw proposalClosed(toWireId('prop', place.proposalId), state)
  const action = state === 'withdrawn' ? 'proposal.withdraw' : null
  await recordStep(tx, ctx, { place, action, event: 'proposal.closed', data: { state }, actor })
}

/** A reviewer approves what they see. */
async function refuseIfHidden(ctx: Context, place: ProposalPlace) {
  const { tables } = await openProposal(ctx, place)
  for (const table of tables) {
    const { rows } = await tableAsMade(ctx, place, table)
    if (rows.some(({ isPartial }) => isPartial)) throw proposalHidden()
  }
}
