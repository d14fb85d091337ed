import { appendAuditEntry } from '../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { emitEvent } from '../../core/events/events.ts'
import { openReadableTable } from '../../core/reading/open-readable-table.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { limitReached } from '../../people/accounts/accounts.errors.ts'
import { endedMeanwhile } from '../../people/credentials/credentials.errors.ts'
import { hasEnded, insertCredential, updateRevoked } from '../../people/credentials/credentials.store.ts'
import type { Minted } from '../../people/credentials/mint.ts'
import { newCredential, refuseIfExceeding } from '../../people/credentials/mint-credential.ts'
import { writerKindOf } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { assertState, notFound } from '../../platform/errors.ts'
import { fromWireId, toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { readDashboard } from '../looks/dashboards/dashboards.ts'
import { readSavedView } from '../looks/saved-views/saved-views.ts'
import { LINK_RATE_PER_MINUTE, type Link, type LinkKind, MOST_LINKS, STANDARD_LINK_DAYS } from './link.ts'
import { linksOff } from './links.errors.ts'
import { countLiveLinks, findLink, findPublicLinks, insertLinkShare, listLinks } from './links.store.ts'

const DAY_MS = 24 * 3600 * 1000

type NewLink = { kind: LinkKind; target: string; name: string | null; expiresInDays: number | null }

/** Makes a link. Its text leaves in the answer, and is kept nowhere. */
export async function createLink(ctx: Context, workbookId: string, sent: NewLink): Promise<Link & { text: string }> {
  const { accountId, workspaceId } = await openWorkbook(ctx, workbookId, 'editor')
  assertState(workspaceId !== null, 'a workbook that is opened lies in a workspace')
  if ((await findPublicLinks(ctx.db, workbookId)) === 'off') throw linksOff()
  const targetId = await openTarget(ctx, workbookId, sent)
  const minted: Minted = {
    accountId,
    scopes: ['workbooks:read'],
    reach: { kind: 'workbook', workbookId },
    place: { accountId, workspaceId, workbookId },
    ratePerMinute: Math.min(LINK_RATE_PER_MINUTE, ctx.caller.ratePerMinute),
    expiresAt: expiryOf(ctx, sent.expiresInDays),
  }
  // A link is bound to the account of its workbook; the token of a member is bound to their own.
  refuseIfExceeding(ctx.caller, { ...minted, accountId: ctx.caller.accountId })
  const { text, row } = newCredential(ctx, 'link', sent.name, minted)
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (await hasEnded(tx, ctx.caller)) throw endedMeanwhile()
    if ((await countLiveLinks(tx, workbookId)) >= MOST_LINKS) throw limitReached('links', MOST_LINKS)
    await insertCredential(tx, { ...row, userId: null })
    const { kind: maker, credentialId: madeWith } = ctx.caller
    await insertLinkShare(tx, {
      workbookId,
      credentialId: row.credentialId,
      kind: sent.kind,
      targetId,
      madeWith: maker === 'session' ? null : madeWith,
      makerKind: writerKindOf(ctx.caller),
    })
    const link = await openIn(tx, workbookId, row.credentialId)
    await record(tx, ctx, link, 'create')
    return { ...link, text }
  })
}

/** The links of a workbook, and whether what lies there is shown by links at all. */
export async function readLinks(ctx: Context, workbookId: string) {
  await openWorkbook(ctx, workbookId, 'editor')
  return { links: await listLinks(ctx.db, workbookId), publicLinks: await findPublicLinks(ctx.db, workbookId) }
}

/** From the next request on it shows nothing. Revoking twice is fine. */
export async function revokeLink(ctx: Context, workbookId: string, linkId: string) {
  await openWorkbook(ctx, workbookId, 'editor')
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const link = await openIn(tx, workbookId, linkId)
    if (link.revokedAt) return
    await updateRevoked(tx, linkId)
    await record(tx, ctx, link, 'revoke')
  })
}

/** What is to be shown, if it is there for the caller. */
async function openTarget(ctx: Context, workbookId: string, { kind, target }: NewLink): Promise<string> {
  switch (kind) {
    case 'table':
      return (await openReadableTable(ctx, workbookId, target, { role: 'editor' })).artifactId
    case 'view': {
      const { view } = await readSavedView(ctx, workbookId, fromWireId('sv', target))
      // A reader of some rows sees the view, and may not share its table.
      await openReadableTable(ctx, workbookId, toWireId('art', view.tableId), { role: 'editor' })
      return view.viewId
    }
    case 'dashboard':
      return (await readDashboard(ctx, workbookId, fromWireId('dash', target))).dashboardId
  }
}

/** What a token makes ends with it at the latest. */
function expiryOf(ctx: Context, days: number | null): Date {
  const asked = new Date(ctx.now().getTime() + (days ?? STANDARD_LINK_DAYS) * DAY_MS)
  const own = ctx.caller.kind === 'session' ? null : ctx.caller.expiresAt
  return days === null && own && own < asked ? own : asked
}

async function openIn(tx: Tx, workbookId: string, linkId: string): Promise<Link> {
  const link = await findLink(tx, workbookId, linkId)
  if (!link) throw notFound('link', toWireId('lnk', linkId))
  return link
}

async function record(tx: Tx, ctx: Context, link: Link, change: 'create' | 'revoke') {
  const { workbookId, linkId, kind, target, name, expiresAt } = link
  const id = toWireId('lnk', linkId)
  await appendAuditEntry(tx, ctx, {
    workbookId,
    action: `link.${change}`,
    target: { link: id, [kind]: target },
    detail: { name, expires_at: expiresAt.toISOString() },
  })
  const artifact = { id, name: name ?? target ?? id, type: 'link', layer: null }
  await emitEvent(tx, ctx, {
    workbookId,
    kind: change === 'revoke' ? 'artifact.deleted' : 'artifact.updated',
    data: { artifact, cause: `link.${change}` },
  })
}
