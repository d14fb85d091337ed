import { type QuotedCell, ServiceError } from '../../../platform/errors.ts'
import type { RowConflict } from './merge-rows.ts'
import type { ProposalState } from './proposal.ts'

const CELLS_QUOTED = 100

export const proposalClosed = (proposalId: string, state: ProposalState) =>
  new ServiceError('conflict', 'proposal_closed', {
    title: 'This proposal is no longer open',
    detail: `${proposalId} is ${state}.`,
    suggestedFix: 'Make a new proposal with POST …/proposals.',
    extra: { state },
  })

export const notApproved = (proposalId: string, approvals: number, needed: number) =>
  new ServiceError('conflict', 'not_approved', {
    title: 'This proposal is not approved yet',
    detail: `${proposalId} has ${approvals} of ${needed} approvals.`,
    suggestedFix: 'Ask the reviewers of the workbook; GET …/proposal-settings names them.',
    extra: { approvals, needed },
  })

export const notAReviewer = () =>
  new ServiceError('forbidden', 'not_a_reviewer', {
    title: 'You cannot approve or reject this proposal',
    detail: 'Only reviewers of the workbook judge proposals, and never their own.',
    suggestedFix: 'Write a comment (verdict: comment), or ask a reviewer; GET …/proposal-settings names them.',
  })

export const notYourProposal = () =>
  new ServiceError('forbidden', 'not_your_proposal', {
    title: 'This proposal is by another user',
    detail: 'A proposal is withdrawn by its author or an admin of the workbook.',
    suggestedFix: 'Reject it as a reviewer, or ask its author.',
  })

/** Neither names nor values: not even that these columns exist may be known to the caller. */
export const proposalHidden = () =>
  new ServiceError('forbidden', 'masked_column', {
    title: 'You do not see all of this proposal',
    detail: 'It changes cells of columns that are hidden from you.',
    suggestedFix: 'Ask a user who sees all columns of its tables to judge and to apply it.',
    extra: { columns: [] },
  })

export const proposalConflict = (
  rows: readonly { table: string; rowId: number | null; conflict: RowConflict }[],
  cells: readonly QuotedCell[],
) =>
  new ServiceError('conflict', 'proposal_conflict', {
    title: 'The tables have changed since this was proposed',
    detail: `${rows.length === 1 ? '1 row' : `${rows.length} rows`} of the proposal cannot be merged.`,
    suggestedFix: 'Read the proposal again, then apply it with on_conflict "proposed" or "current", or withdraw it.',
    extra: {
      conflicts: rows.slice(0, CELLS_QUOTED).map(({ table, rowId, conflict }) => ({ table, row_id: rowId, conflict })),
      conflict_count: rows.length,
      cells: cells.slice(0, CELLS_QUOTED),
    },
  })
