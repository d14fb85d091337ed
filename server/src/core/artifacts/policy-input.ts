import type { Context } from '../../platform/context.ts'
import { ServiceError } from '../../platform/errors.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { mayGovern } from '../workbooks/workbook.ts'
import { isPolicyInput } from './policy-input.store.ts'

/**
 * A table that a row policy takes attributes from, or that such a table is made from: what stands in it decides who sees what. Every commit
 * is refused where its caller may not change policies; the doors below go through no commit, or would work long before one.
 */
export async function refuseIfPolicyInput(
  ctx: Context,
  table: { workbookId: string; artifactId: string; name: string },
) {
  if (await isPolicyInput(ctx.db, table.workbookId, table.artifactId))
    await refuseIfNoGovernor(ctx, table.workbookId, table.name)
}

export async function refuseIfNoGovernor(ctx: Context, workbookId: string, table: string) {
  if (!mayGovern(ctx, await openWorkbook(ctx, workbookId, 'viewer'))) throw policyInput(table)
}

const policyInput = (table: string) =>
  new ServiceError('forbidden', 'policy_input', {
    title: 'This table decides who sees which rows',
    detail: `A row policy takes attributes of its callers from '${table}', or from a table that is made from it.`,
    suggestedFix: 'Ask an admin of the workbook, who may change policies, to make the change.',
  })
