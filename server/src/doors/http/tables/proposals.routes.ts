import { type Static, Type } from 'typebox'
import { applyProposal } from '../../../core/tables/proposals/apply-proposal.ts'
import { PROPOSAL_STATES, STANDARD_DAYS } from '../../../core/tables/proposals/proposal.ts'
import {
  readProposalSettings,
  setProposalSettings,
  type VisibleSettings,
} from '../../../core/tables/proposals/proposal-settings.ts'
import {
  ApplicationBody,
  AppliedInfo,
  ProposalDetail,
  ProposalInfo,
  presentApplied,
  presentDetail,
  presentProposal,
  SentProposalBody,
  SentReviewBody,
  Settings,
  SettingsBody,
} from '../../../core/tables/proposals/proposals.schema.ts'
import { readProposals } from '../../../core/tables/proposals/proposals.ts'
import { proposeRows, type SentProposal } from '../../../core/tables/proposals/propose-rows.ts'
import { readProposal } from '../../../core/tables/proposals/read-proposal.ts'
import { reviewProposal, withdrawProposal } from '../../../core/tables/proposals/review-proposal.ts'
import { Actor } from '../../../core/tables/tables.schema.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Id, Limit, Nullable, OneOf } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const AT = '/api/v1/workbooks/{workbook_id}/proposals'
const AT_ONE = `${AT}/{proposal_id}`
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })
const AtProposal = Type.Object({ workbook_id: Id('wb'), proposal_id: Id('prop') })
const MAX_BODY_BYTES = 10 * 1024 * 1024

const placeIn = (params: Static<typeof AtProposal>) => ({
  workbookId: params.workbook_id,
  proposalId: params.proposal_id,
})

const sentIn = (body: Static<typeof SentProposalBody>): SentProposal => ({
  title: body.title,
  description: body.description ?? null,
  changes: body.changes.map((change) => ({
    table: change.table,
    expected: change.expected_version,
    rows: change.rows ?? [],
    matchOn: change.match_on ?? null,
    mode: change.mode ?? 'upsert',
    deleted: change.delete ?? [],
  })),
  days: body.expires_in_days ?? STANDARD_DAYS,
  actor: body.actor ?? null,
})

const presentSettings = ({ reviewers, minimum, mayChange }: VisibleSettings) => ({
  reviewers: reviewers.map((userId) => toWireId('usr', userId)),
  minimum,
  may_change: mayChange,
})

export const proposalEndpoints = [
  endpoint({
    method: 'POST',
    path: AT,
    operation: 'proposeRows',
    summary: 'Propose changes of rows, for others to review',
    description:
      'Nothing changes until reviewers have approved it and it is applied. What a write would refuse is refused here too, but for rows that break a rule: reviewers see them. A proposal cannot be changed; withdraw it and make another.',
    scope: 'workbooks:propose',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    maxBodyBytes: MAX_BODY_BYTES,
    body: SentProposalBody,
    status: 201,
    response: ProposalDetail,
    problems: [
      'role_required',
      'version_conflict',
      'derived_table_not_editable',
      'uncastable_value',
      'unknown_column',
      'masked_column',
      'row_not_found',
      'ambiguous_match',
      'limit_reached',
      'unavailable',
    ],
    handle: async ({ ctx, params, body }) => {
      const workbookId = params.workbook_id
      const proposalId = await proposeRows(ctx, workbookId, sentIn(body))
      return presentDetail(await readProposal(ctx, { workbookId, proposalId }))
    },
  }),
  endpoint({
    method: 'GET',
    path: AT,
    operation: 'listProposals',
    summary: 'Proposals of the workbook, newest first',
    scope: 'workbooks:read',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    query: Type.Object({
      state: Type.Optional(OneOf([...PROPOSAL_STATES, 'closed', 'all'])),
      limit: Limit(50, 200),
      cursor: Type.Optional(Cursor),
    }),
    status: 200,
    response: Type.Object({ proposals: Type.Array(ProposalInfo), next_cursor: Nullable(Type.String()) }),
    problems: ['role_required', 'invalid_cursor'],
    handle: async ({ ctx, params, query: { state = 'open', limit, cursor } }) => {
      const list = `proposals ${params.workbook_id}`
      const before = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const asked = { state: state === 'all' ? null : state, limit, before }
      const { proposals, next } = await readProposals(ctx, params.workbook_id, asked)
      return { proposals: proposals.map(presentProposal), next_cursor: next && writeCursor(ctx.keyring, list, next) }
    },
  }),
  endpoint({
    method: 'GET',
    path: AT_ONE,
    operation: 'readProposal',
    summary: 'A proposal cell by cell, with the rules it would break and the tables it would make stale',
    description:
      'Policies hold for it as for the tables: cells of columns that are masked or denied are left out, and `partial` says so.',
    scope: 'workbooks:read',
    reach: { workbook: 'editor' },
    params: AtProposal,
    status: 200,
    response: ProposalDetail,
    problems: ['role_required', 'unavailable'],
    handle: async ({ ctx, params }) => presentDetail(await readProposal(ctx, placeIn(params))),
  }),
  endpoint({
    method: 'PATCH',
    path: AT_ONE,
    operation: 'withdrawProposal',
    summary: 'Withdraw a proposal of your own; an admin of the workbook withdraws any',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtProposal,
    body: Type.Object({ state: OneOf(['withdrawn']), actor: Actor }),
    status: 200,
    response: ProposalInfo,
    problems: ['role_required', 'not_your_proposal', 'proposal_closed'],
    handle: async ({ ctx, params, body }) =>
      presentProposal(await withdrawProposal(ctx, placeIn(params), body.actor ?? null)),
  }),
  endpoint({
    method: 'POST',
    path: `${AT_ONE}/reviews`,
    operation: 'reviewProposal',
    summary: 'Approve or reject a proposal, or comment on it',
    description:
      'Reviewers approve and reject, never their own proposals; of each the last verdict counts. One rejection closes it. Every editor may comment.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtProposal,
    body: SentReviewBody,
    status: 201,
    response: ProposalInfo,
    problems: ['role_required', 'not_a_reviewer', 'proposal_closed', 'masked_column', 'limit_reached'],
    handle: async ({ ctx, params, body: { verdict, text = null, actor = null } }) =>
      presentProposal(await reviewProposal(ctx, placeIn(params), { verdict, text, actor })),
  }),
  endpoint({
    method: 'POST',
    path: `${AT_ONE}/apply`,
    operation: 'applyProposal',
    summary: 'Write what an approved proposal says, once',
    description:
      'One op for all its tables, which POST …/ops/undo with the proposal_id as session takes back. Where a table moved on it is merged cell by cell; a cell or row that both sides changed is a conflict.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtProposal,
    body: ApplicationBody,
    status: 200,
    response: AppliedInfo,
    problems: [
      'role_required',
      'not_approved',
      'proposal_closed',
      'proposal_conflict',
      'version_conflict',
      'rule_violated',
      'masked_column',
      'unavailable',
    ],
    handle: async ({ ctx, params, body }) => {
      const expected = (body.expected_versions ?? []).map(({ table, expected_version: version }) => ({
        table: table.normalize('NFC'),
        version,
      }))
      const asked = { expected, onConflict: body.on_conflict ?? 'refuse', actor: body.actor ?? null }
      return presentApplied(await applyProposal(ctx, placeIn(params), asked))
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/proposal-settings',
    operation: 'readProposalSettings',
    summary: 'Who approves proposals of the workbook',
    scope: 'workbooks:read',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    status: 200,
    response: Settings,
    problems: ['role_required'],
    handle: async ({ ctx, params }) => presentSettings(await readProposalSettings(ctx, params.workbook_id)),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/v1/workbooks/{workbook_id}/proposal-settings',
    operation: 'setProposalSettings',
    summary: 'Say who approves proposals of the workbook, and how many of them must',
    scope: 'governance:configure',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    body: SettingsBody,
    status: 200,
    response: Settings,
    problems: ['role_required'],
    handle: async ({ ctx, params, body: { reviewers, minimum } }) =>
      presentSettings(await setProposalSettings(ctx, params.workbook_id, { reviewers, minimum })),
  }),
]
