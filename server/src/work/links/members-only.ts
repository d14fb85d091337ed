import { roleInWorkbook } from '../../core/workbooks/workbook.ts'
import { findWorkbookFor } from '../../core/workbooks/workbooks.store.ts'
import { identifyCaller } from '../../people/sessions/identify-caller.ts'
import type { PublicContext } from '../../platform/context.ts'
import { membersOnly } from './links.errors.ts'

/** The session of a reader, beside the link, which is the bearer token of the request. */
export const READER_SESSION = 'x-svc-session'

/** Where only members may read a link: throws unless the reader is logged in and may open the workbook. */
export async function refuseIfNoMember(ctx: PublicContext, workbookId: string, session: string | undefined) {
  if (session === undefined) throw membersOnly()
  const reader = await identifyCaller(ctx, session)
  const standing = await findWorkbookFor(ctx.db, workbookId, reader.userId)
  if (reader.kind !== 'session' || !standing || !roleInWorkbook(reader, standing)) throw membersOnly()
}
