import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import type { Who } from '../../audit/actor.ts'
import { appendAuditEntry } from '../../audit/append-audit-entry.ts'
import type { AuditDetail } from '../../audit/audit-entry.ts'
import type { EventKind } from '../../events/event.ts'
import { emitEvent } from '../../events/events.ts'
import { listTableNames, type ProposalPlace } from './proposals.store.ts'

export type ProposalStep = {
  place: ProposalPlace
  tables: readonly string[]
  /** Null: the commit of the change has written the entry. */
  action: string | null
  event: EventKind
  detail?: AuditDetail
  /** Further members of the event. */
  data?: Readonly<Record<string, unknown>>
  actor?: string | null
}

/** What was proposed and said stays out of the log and the event: both are read under other rules than the tables. */
export async function recordProposal(tx: Tx, who: Who, step: ProposalStep) {
  const { place, tables, action, event, detail = {}, data = {}, actor = null } = step
  const { workbookId } = place
  const proposal_id = toWireId('prop', place.proposalId)
  if (action !== null)
    await appendAuditEntry(tx, who, {
      workbookId,
      action,
      target: { proposal_id },
      detail: { ...detail, tables },
      actor,
    })
  await emitEvent(tx, who, { workbookId, kind: event, data: { proposal_id, tables, ...data }, actor })
}

/** The same for a proposal whose tables are not at hand. */
export async function recordStep(tx: Tx, ctx: Context, step: Omit<ProposalStep, 'tables'>) {
  await recordProposal(tx, ctx, { ...step, tables: await listTableNames(tx, step.place) })
}
