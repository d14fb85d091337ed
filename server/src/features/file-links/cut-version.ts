import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { commitState } from '../snapshots/commit-state.ts'
import type { FileLink, LinkPlace, LinkVersion, Modified } from './file-link.ts'
import { findFileLink, insertLinkVersion, updateCurrentVersion } from './file-links.store.ts'

type Fed = LinkPlace & Pick<FileLink, 'name' | 'sourceId'>
export type NewVersion = Pick<LinkVersion, 'n' | 'kind' | 'revision'> & Modified

/** What a link feeds its source with becomes a version of it, with a snapshot of what came of it. The caller holds the head lock. */
export async function cutVersion(tx: Tx, ctx: Context, link: Fed, version: NewVersion): Promise<FileLink> {
  const { workbookId, linkId, name, sourceId } = link
  const { n, kind, revision } = version
  const summary = `${name}, version ${n}`
  const state = { label: null, summary, eventType: 'file_link' }
  const { snapshotId } = await commitState({ ...ctx, db: tx }, workbookId, state)
  await insertLinkVersion(tx, { workbookId, linkId, sourceId, snapshotId, createdBy: ctx.caller.userId, ...version })
  await updateCurrentVersion(tx, link, n)
  await appendAuditEntry(tx, ctx, {
    workbookId,
    action: 'file_link.version',
    target: { file_link: name },
    detail: { link_id: toWireId('fl', linkId), version: n, kind, revision },
  })
  const cut = await findFileLink(tx, link)
  assertState(cut, 'a link that has just got a version')
  return cut
}
