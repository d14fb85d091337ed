import { Type } from 'typebox'
import { PublicLinks } from '../../../people/accounts/workspaces/workspaces.schema.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish, OneOf, Secret, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { LINK_KINDS, type Link, type LinkKind, linkUrl, MOST_LINK_DAYS, statusOf } from '../../../work/links/link.ts'
import { createLink, readLinks, revokeLink } from '../../../work/links/share-by-link.ts'

const AT = '/api/v1/workbooks/{workbook_id}/links'
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })

const LinkInfo = NamedObject('Link', {
  link_id: WireId('lnk'),
  kind: OneOf(LINK_KINDS),
  target_id: Type.String({ description: 'The table, the saved view or the dashboard' }),
  target: Nullable(Type.String({ description: 'Its name now; null when it is gone, and the link shows nothing' })),
  name: Nullable(Type.String()),
  prefix: Type.String({ description: 'The beginning of its text, to recognize it by' }),
  status: OneOf(['live', 'expired', 'revoked']),
  created_by: Type.Object({ user_id: WireId('usr'), name: Nullable(Type.String()) }),
  created_at: Time,
  expires_at: Time,
  last_used_at: Nullable(Time),
})

const PREFIX: Record<LinkKind, 'art' | 'sv' | 'dash'> = { table: 'art', view: 'sv', dashboard: 'dash' }

const presentLink = (link: Link, now: Date) => ({
  link_id: toWireId('lnk', link.linkId),
  kind: link.kind,
  target_id: toWireId(PREFIX[link.kind], link.targetId),
  target: link.target,
  name: link.name,
  prefix: link.prefix,
  status: statusOf(link, now),
  created_by: { user_id: toWireId('usr', link.createdBy), name: link.ownerName },
  created_at: link.createdAt.toISOString(),
  expires_at: link.expiresAt.toISOString(),
  last_used_at: link.lastUsedAt?.toISOString() ?? null,
})

export const linkEndpoints = [
  endpoint({
    method: 'GET',
    path: AT,
    operation: 'listLinks',
    summary: 'Links that show something of a workbook, newest first',
    scope: 'workbooks:read',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    status: 200,
    response: Type.Object({ links: Type.Array(LinkInfo), public_links: PublicLinks }),
    problems: ['role_required'],
    handle: async ({ ctx, params }) => {
      const { links, publicLinks } = await readLinks(ctx, params.workbook_id)
      return { links: links.map((link) => presentLink(link, ctx.now())), public_links: publicLinks }
    },
  }),
  endpoint({
    method: 'POST',
    path: AT,
    operation: 'createLink',
    summary: 'Share a table, a saved view or a dashboard by a link',
    description:
      'Everyone who has the link can read it without an account, until it expires or is revoked. It shows what the policies of the role `link`, those of its maker and those of the last writer of everything it shows all show. It ends when its maker may no longer edit the workbook, and with the token or key that made it. The url is shown once.',
    scope: ['workbooks:write', 'workbooks:share'],
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    body: Type.Object({
      kind: OneOf(LINK_KINDS),
      target: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The name or id of a table, the id of a saved view or of a dashboard',
      }),
      name: Nullish(Type.String({ maxLength: 200, description: 'For whom or what it is' })),
      expires_in_days: Nullish(Type.Integer({ minimum: 1, maximum: MOST_LINK_DAYS, description: '30 if not given' })),
    }),
    status: 201,
    response: Type.Object({ ...LinkInfo.properties, url: Secret('Shown once') }),
    problems: ['role_required', 'limit_reached', 'scope_exceeds_issuer', 'links_off'],
    handle: async ({ ctx, params, body: { kind, target, name, expires_in_days } }) => {
      const sent = { kind, target, name: name ?? null, expiresInDays: expires_in_days ?? null }
      const { text, ...link } = await createLink(ctx, params.workbook_id, sent)
      return { ...presentLink(link, ctx.now()), url: linkUrl(ctx.settings.baseUrl, text) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${AT}/{link_id}`,
    operation: 'revokeLink',
    summary: 'Revoke a link: from the next request on it shows nothing',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb'), link_id: Id('lnk') }),
    status: 204,
    problems: ['role_required'],
    handle: async ({ ctx, params }) => {
      await revokeLink(ctx, params.workbook_id, params.link_id)
    },
  }),
]
