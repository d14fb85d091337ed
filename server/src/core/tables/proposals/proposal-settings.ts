import type { Context } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { actorOf } from '../../audit/actor.ts'
import { appendAuditEntry } from '../../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import { openForGovernance } from '../../policies/open-for-governance.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { mayGovern } from '../../workbooks/workbook.ts'
import type { ProposalSettings } from './proposal.ts'
import { saveSettings } from './proposals.store.ts'
import { canEdit, settingsOf } from './proposals.ts'

/** As they are, and whether the caller may set them. */
export type VisibleSettings = ProposalSettings & { mayChange: boolean }

export async function readProposalSettings(ctx: Context, workbookId: string): Promise<VisibleSettings> {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  return { ...(await settingsOf(ctx, workbookId)), mayChange: mayGovern(ctx, workbook) }
}

/** Says who approves proposals. Reviewers are users who can edit the workbook. */
export async function setProposalSettings(
  ctx: Context,
  workbookId: string,
  sent: ProposalSettings,
): Promise<VisibleSettings> {
  await openForGovernance(ctx, workbookId)
  const settings = { ...sent, reviewers: [...new Set(sent.reviewers)] }
  for (const [n, userId] of sent.reviewers.entries())
    if (!(await canEdit(ctx, workbookId, userId)))
      throw invalidField(['body', 'reviewers', n], 'unknown', 'must be a user who can edit this workbook')
  const { reviewers, minimum } = settings
  if (reviewers.length > 0 && minimum > reviewers.length)
    throw invalidField(['body', 'minimum'], 'maximum', `must be at most ${reviewers.length}, the number of reviewers`)
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    await saveSettings(tx, workbookId, settings, actorOf(ctx))
    const detail = { reviewers: reviewers.length, minimum }
    await appendAuditEntry(tx, ctx, { workbookId, action: 'proposal.settings', target: {}, detail })
  })
  return { ...settings, mayChange: true }
}
