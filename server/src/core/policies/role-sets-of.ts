import type { Writer } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import type { OpenedWorkbook } from '../workbooks/open-workbook.ts'
import { roleInWorkbook } from '../workbooks/workbook.ts'
import { findWorkbookFor, type WorkbookRow } from '../workbooks/workbooks.store.ts'
import { type RoleSet, rolesIn, rolesOfWriter } from './caller-roles.ts'
import { hiddenFromLinks } from './governance.errors.ts'

/**
 * What policies know the caller as. A link has a set for itself and for everyone who wrote what is read through it: it shows what all of
 * them see. Read with every request, so that a writer who was removed, or lost a role, bounds it from then on.
 */
export async function roleSetsOf(ctx: Context, workbook: OpenedWorkbook): Promise<readonly RoleSet[]> {
  const { caller } = ctx
  if (caller.kind !== 'link') return rolesIn({ ...caller, kind: caller.kind }, workbook)
  const standings = await Promise.all(caller.writers.map((writer) => standingOf(ctx, workbook.workbookId, writer)))
  return [['link'], ...standings.flatMap(({ writer, standing }) => rolesOfWriter(writer, standing))]
}

/** Throws unless each of them may still open the workbook: of one who may not it is unknown what they would see. */
export async function refuseIfAnyLeft(ctx: Context, workbookId: string, writers: readonly Writer[]) {
  await Promise.all(writers.map((writer) => standingOf(ctx, workbookId, writer)))
}

async function standingOf({ db }: Context, workbookId: string, writer: Writer) {
  const standing = await findWorkbookFor(db, workbookId, writer.userId)
  if (!writer.mayPublish || !standing || !mayOpen(writer, standing)) throw hiddenFromLinks('writer')
  return { writer, standing }
}

/** A key works for the owner of its account. */
function mayOpen({ userId, kind }: Writer, standing: WorkbookRow): boolean {
  if (kind !== 'user') return standing.accountOwnerId === userId
  return roleInWorkbook({ kind: 'session', userId, accountId: standing.accountId }, standing) !== null
}
