import { Type } from 'typebox'
import { CellValue, Id, NamedObject, Nullable, Nullish, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { ActorInfo } from '../../audit/actor.ts'
import { BrokenRule } from '../../rules/rule-wire.ts'
import { Actor, Choice, ExpectedVersion, FreeRow, Stale } from '../tables.schema.ts'
import type { Applied } from './apply-proposal.ts'
import { CONFLICT_CHOICES, ROW_CONFLICTS } from './merge-rows.ts'
import { MOST_DAYS, MOST_ROWS, MOST_TABLES, PROPOSAL_STATES, type Review, STANDARD_DAYS, VERDICTS } from './proposal.ts'
import type { JudgedProposal } from './proposals.ts'
import type { TableDiff, VisibleProposal } from './read-proposal.ts'

const Text = Type.String({ minLength: 1, maxLength: 4000 })

export const SentProposalBody = NamedObject('ProposalToSend', {
  title: Type.String({ minLength: 1, maxLength: 200 }),
  description: Nullish(Text),
  changes: Type.Array(
    Type.Object({
      table: Type.String({ minLength: 1, maxLength: 200, description: 'Name or id' }),
      expected_version: ExpectedVersion,
      rows: Nullish(Type.Array(FreeRow, { maxItems: MOST_ROWS, description: 'As POST …/rows takes them' })),
      match_on: Nullish(Type.Array(Type.String(), { minItems: 1, maxItems: 5 })),
      mode: Choice(['upsert', 'insert', 'update']),
      delete: Nullish(
        Type.Array(Type.Integer({ minimum: 1 }), { maxItems: MOST_ROWS, description: 'Ids of rows to delete' }),
      ),
    }),
    { minItems: 1, maxItems: MOST_TABLES, description: 'One for each table; all of them are applied as one op' },
  ),
  expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS, default: STANDARD_DAYS })),
  actor: Actor,
})

export const SentReviewBody = NamedObject('ProposalReviewToSend', {
  verdict: OneOf(VERDICTS),
  text: Nullish(Text),
  actor: Actor,
})

export const ApplicationBody = NamedObject('ProposalApplication', {
  expected_versions: Nullish(
    Type.Array(Type.Object({ table: Type.String(), expected_version: Type.Integer() }), {
      maxItems: MOST_TABLES,
      description: 'The edit_version of each table that you read; left out, the proposal is merged into what is there',
    }),
  ),
  on_conflict: Choice(
    CONFLICT_CHOICES,
    'What is written where a cell or row changed since the proposal: nothing at all, what was proposed, or what is there',
  ),
  actor: Actor,
})

export const Settings = NamedObject('ProposalSettings', {
  reviewers: Type.Array(WireId('usr'), { description: 'Users who approve; empty: any editor' }),
  minimum: Type.Integer({ description: 'Approvals that are needed' }),
  may_change: Type.Boolean({ description: 'The caller may set them' }),
})

export const SettingsBody = NamedObject('ProposalSettingsToSet', {
  reviewers: Type.Array(Id('usr'), { maxItems: 50 }),
  minimum: Type.Integer({ minimum: 1, maximum: 20 }),
})

const ReviewInfo = NamedObject('ProposalReview', {
  review_id: WireId('prv'),
  verdict: OneOf(VERDICTS),
  text: Nullable(Type.String()),
  actor: ActorInfo,
  created_at: Time,
})

const SUMMARY = {
  proposal_id: WireId('prop'),
  title: Type.String(),
  state: OneOf(PROPOSAL_STATES),
  approved: Type.Boolean({ description: 'Open, and reviewers have approved it: it can be applied' }),
  approvals: Type.Integer(),
  approvals_needed: Type.Integer(),
  row_count: Type.Integer(),
  author: ActorInfo,
  created_at: Time,
  expires_at: Time,
  closed_at: Nullable(Time),
  closed_by: Nullable(ActorInfo),
  op_id: Nullable(Type.Integer({ description: 'Of an applied one' })),
}

export const ProposalInfo = NamedObject('ProposalSummary', SUMMARY)

/** What a write of rows is with the lesser scope. */
export const PROPOSES = { scope: 'workbooks:propose', status: 202 } as const

/** Beside what a write answers, where the credential may only propose. */
export const ProposedInstead = Type.Optional(
  Type.Object(SUMMARY, {
    typeName: 'ProposalSummary',
    description:
      'With the scope workbooks:propose alone (status 202): what the write became. It has changed nothing, and its counts are 0.',
  }),
)

const DiffOfTable = NamedObject('TableDiff', {
  table: Type.String(),
  table_id: WireId('art'),
  base_version: Type.Integer({ description: 'The version it was proposed on' }),
  edit_version: Type.Integer({ description: 'The version of now' }),
  rows: Type.Array(
    Type.Object({
      row_id: Nullable(Type.Integer()),
      change: OneOf(['insert', 'update', 'delete']),
      conflict: Nullable(OneOf(ROW_CONFLICTS)),
      done: Type.Boolean({ description: 'The table has it already' }),
      cells: Type.Array(
        Type.Object({
          column: Type.String(),
          base: CellValue,
          before: CellValue,
          after: CellValue,
          conflict: Type.Boolean({ description: 'Changed since it was proposed: base, before and after differ' }),
        }),
      ),
    }),
  ),
  row_count: Type.Integer(),
  cell_count: Type.Integer(),
  conflict_count: Type.Integer(),
  partial: Type.Boolean({ description: 'Cells of columns that are hidden from you are left out' }),
  cut: Type.Boolean({ description: 'Only the first 2000 cells are listed' }),
})

export const ProposalDetail = NamedObject('Proposal', {
  ...SUMMARY,
  description: Nullable(Type.String({ description: 'Null too where you do not see all of it' })),
  reviews: Type.Array(ReviewInfo, {
    description: 'In the order they were written; their texts are null where you do not see all of it',
  }),
  tables: Type.Array(DiffOfTable, {
    description: 'Beside the tables of now while it is open, as it was made once it is closed',
  }),
  violations: Nullable(
    Type.Array(BrokenRule, {
      description: 'Rows that would break a rule; null once it is closed, and where you do not see all of it',
    }),
  ),
  stale: Stale,
})

export const AppliedInfo = NamedObject('AppliedProposal', {
  proposal: ProposalInfo,
  op_id: Nullable(Type.Integer({ description: 'Null where the tables had all of it already' })),
  inserted: Type.Integer(),
  updated: Type.Integer(),
  deleted: Type.Integer(),
  skipped: Type.Integer({ description: 'Rows left as they are: done already, or a conflict decided so' }),
  stale: Stale,
})

const presentReview = ({ reviewId, verdict, text, actor, createdAt }: Review) => ({
  review_id: toWireId('prv', reviewId),
  verdict,
  text,
  actor,
  created_at: createdAt.toISOString(),
})

export const presentProposal = (proposal: JudgedProposal) => ({
  proposal_id: toWireId('prop', proposal.proposalId),
  title: proposal.title,
  state: proposal.state,
  approved: proposal.state === 'open' && proposal.approvals >= proposal.needed,
  approvals: proposal.approvals,
  approvals_needed: proposal.needed,
  row_count: proposal.tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
  author: proposal.actor,
  created_at: proposal.createdAt.toISOString(),
  expires_at: proposal.expiresAt.toISOString(),
  closed_at: proposal.closedAt?.toISOString() ?? null,
  closed_by: proposal.closedBy,
  op_id: proposal.opId,
})

/** 202 where a proposal was made; 200 where the table holds all of it already. */
export const proposedStatus = (proposal: JudgedProposal | null) => (proposal ? PROPOSES.status : 200)

export const withProposal = <T extends object>(body: T, proposal: JudgedProposal | null) =>
  proposal ? { ...body, proposal: presentProposal(proposal) } : body

const CHANGES = { I: 'insert', U: 'update', D: 'delete' } as const

const presentTable = (diff: TableDiff) => ({
  table: diff.table,
  table_id: toWireId('art', diff.tableId),
  base_version: diff.baseVersion,
  edit_version: diff.editVersion,
  rows: diff.rows.map(({ rowId, op, conflict, isDone, cells }) => ({
    row_id: rowId,
    change: CHANGES[op],
    conflict,
    done: isDone,
    cells: cells.map(({ isConflict, ...cell }) => ({ ...cell, conflict: isConflict })),
  })),
  row_count: diff.rowCount,
  cell_count: diff.cellCount,
  conflict_count: diff.conflictCount,
  partial: diff.isPartial,
  cut: diff.isCut,
})

export const presentDetail = (seen: VisibleProposal) => ({
  ...presentProposal(seen),
  description: seen.description,
  reviews: seen.reviews.map(presentReview),
  tables: seen.diffs.map(presentTable),
  violations: seen.violations && [...seen.violations],
  stale: seen.stale,
})

export const presentApplied = ({ proposal, opId, ...counts }: Applied) => ({
  proposal: presentProposal(proposal),
  op_id: opId,
  ...counts,
})
