import { outOfReach, ownerRequired, roleRequired } from '../../people/accounts/accounts.errors.ts'
import { decide } from '../../people/accounts/permission.ts'
import { CREDENTIAL_AHEAD, type FoundCredential } from '../../people/credentials/credentials.store.ts'
import type { Ahead } from '../../platform/ahead.ts'
import type { Context } from '../../platform/context.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { roleInWorkbook, type WorkbookRole } from './workbook.ts'
import { findWorkbookFor, listWorkbooksFor, type WorkbookRow } from './workbooks.store.ts'

export type OpenedWorkbook = WorkbookRow & { role: WorkbookRole }

/** The only door to a workbook: finds it, and checks that this credential reaches it and its user is enough in it. */
export async function openWorkbook(ctx: Context, workbookId: string, role: WorkbookRole): Promise<OpenedWorkbook> {
  const row = (await visibleAhead(ctx, workbookId)) ?? (await findWorkbookFor(ctx.db, workbookId, ctx.caller.userId))
  return admit(ctx, row, workbookId, role)
}

/** What was read before the caller was known, if it is what they see. A transaction looks for itself. */
async function visibleAhead({ ahead, db, caller }: Context, workbookId: string): Promise<WorkbookRow | undefined> {
  if (!ahead || db.isTransaction) return undefined
  const seen = await ahead.take<ReadAhead>(workbookAhead(workbookId))
  return seen && seen.holderId === caller.userId ? seen.workbook : undefined
}

/** To strangers it does not exist; its log tells that they came. */
function unseenWorkbook(workbookId: string) {
  const { kind, code, text } = notFound('workbook', toWireId('wb', workbookId))
  return new ServiceError(kind, code, { ...text, refusedAt: { workbookId } })
}

/** The same question about a workbook already at hand. */
export function admit(
  ctx: Context,
  workbook: WorkbookRow | undefined,
  workbookId: string,
  role: WorkbookRole,
): OpenedWorkbook {
  const held = workbook ? roleInWorkbook(ctx.caller, workbook) : null
  if (!workbook) throw notFound('workbook', toWireId('wb', workbookId))
  if (!held) throw unseenWorkbook(workbookId)
  const place = { accountId: workbook.accountId, workspaceId: workbook.workspaceId, workbookId, role: held }
  switch (decide(ctx.caller, { scopes: [], role }, place)) {
    case 'out_of_reach':
      throw outOfReach('workbook', workbookId)
    case 'role_required':
      throw role === 'owner' ? ownerRequired('workbook', workbookId) : roleRequired(role, 'workbook', workbookId)
    default:
      return { ...workbook, role: held }
  }
}

/** Those of these workbooks that the caller may read, by their ids. The others are left out without an error. */
export async function openWorkbooks(
  ctx: Context,
  workbookIds: readonly string[],
): Promise<ReadonlyMap<string, OpenedWorkbook>> {
  const opened = new Map<string, OpenedWorkbook>()
  if (workbookIds.length === 0) return opened
  for (const workbook of await listWorkbooksFor(ctx.db, workbookIds, ctx.caller.userId)) {
    const role = roleInWorkbook(ctx.caller, workbook)
    if (role && decide(ctx.caller, { scopes: [], role: 'viewer' }, { ...workbook, role }) === 'allowed')
      opened.set(workbook.workbookId, { ...workbook, role })
  }
  return opened
}

type ReadAhead = { holderId: string; workbook: WorkbookRow } | undefined

const workbookAhead = (workbookId: string) => `workbook ${workbookId}`

/** What one statement found of the holder of a credential and of a workbook as they see it; it may have found more. */
export type HeldAndSeen = readonly [FoundCredential, WorkbookRow, ...unknown[]]

/** Takes it for the time when the caller is identified, and the workbook opened. */
export function takeAhead(ahead: Ahead, workbookId: string, finding: Promise<HeldAndSeen | undefined>) {
  const seen = finding.then((found): ReadAhead => {
    if (!found) return undefined
    const [{ userId, ownerId }, workbook] = found
    // Where there is no such workbook its part is empty.
    return workbook.workbookId === null ? undefined : { holderId: userId ?? ownerId, workbook }
  })
  ahead.begin(
    CREDENTIAL_AHEAD,
    finding.then((found) => found?.[0]),
  )
  ahead.begin(workbookAhead(workbookId), seen)
}
