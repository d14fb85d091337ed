import type { Sealed } from '../../../engine/table/sealed.ts'
import type { Cells } from '../../../engine/table/table.ts'
import type { Actor } from '../../audit/actor.ts'

export const PROPOSAL_STATES = ['open', 'applied', 'rejected', 'withdrawn', 'expired'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

export const VERDICTS = ['approve', 'reject', 'comment'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Limits of a workbook and of one proposal. */
export const MOST_OPEN = 100
export const MOST_ROWS = 5_000
export const MOST_TABLES = 20
export const MOST_REVIEWS = 500
export const STANDARD_DAYS = 14
export const MOST_DAYS = 90

/** Changes of rows, kept aside. What is proposed never changes. */
export type Proposal = {
  workbookId: string
  proposalId: string
  title: string
  description: string | null
  state: ProposalState
  authorId: string
  actor: Actor
  createdAt: Date
  expiresAt: Date
  closedAt: Date | null
  closedBy: Actor | null
  opId: number | null
}

/** A table of a proposal, and the version it was made on. */
export type ProposedTable = { tableId: string; baseVersion: number }

/** A row of a proposal. `before`: what its author saw there when it was made. */
export type ProposedRow = {
  op: 'I' | 'U' | 'D'
  rowId: number | null
  cells: Sealed<Cells> | null
  before: Sealed<Cells> | null
}

export type Review = {
  reviewId: string
  verdict: Verdict
  text: string | null
  userId: string
  actor: Actor
  createdAt: Date
}

/** Who approves. No reviewers: any editor does. */
export type ProposalSettings = {
  reviewers: readonly string[]
  minimum: number
}

export const STANDARD_SETTINGS: ProposalSettings = { reviewers: [], minimum: 1 }

/** One past its time has expired, whether or not that was written down yet. */
export const stateAt = ({ state, expiresAt }: Pick<Proposal, 'state' | 'expiresAt'>, now: Date): ProposalState =>
  state === 'open' && expiresAt <= now ? 'expired' : state

/** May this user, an editor of the workbook, approve or reject it? */
export const mayJudge = (
  { authorId }: Pick<Proposal, 'authorId'>,
  { reviewers }: ProposalSettings,
  userId: string,
): boolean => userId !== authorId && (reviewers.length === 0 || reviewers.includes(userId))

/** Users whose last verdict approves it, and who may judge it under the settings of now. */
export function approversOf(proposal: Proposal, settings: ProposalSettings, reviews: readonly Review[]): string[] {
  const last = new Map<string, Verdict>()
  for (const { userId, verdict } of reviews) if (verdict !== 'comment') last.set(userId, verdict)
  return [...last].flatMap(([userId, verdict]) =>
    verdict === 'approve' && mayJudge(proposal, settings, userId) ? [userId] : [],
  )
}
