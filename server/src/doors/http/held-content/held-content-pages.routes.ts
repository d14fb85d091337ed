import { Type } from 'typebox'
import { decideHeldContent, readHeldContent } from '../../../people/held-content/decide-held-content.ts'
import { heldContentPage } from '../../../people/held-content/held-content-page.ts'
import { findBrowserUser } from '../../../people/sessions/pages/browser-user.ts'
import { HELD_CONTENT_PAGE, heldContentPath, localPath } from '../../../people/sessions/pages/local-path.ts'
import { PAGE_HEADERS } from '../../../people/sessions/pages/page.ts'
import { languageOf } from '../../../people/sessions/pages/page-texts.ts'
import { refuseIfForeign } from '../../../people/sessions/pages/same-origin.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { fromWireId } from '../../../platform/ids.ts'

type Headers = Readonly<Record<string, string | undefined>>

const Text = Type.String({ maxLength: 2000, default: '' })
const HTML = { scope: 'none', produces: 'text/html; charset=utf-8' } as const

async function show(ctx: PublicContext, headers: Headers, asked: string, isUnselected = false) {
  const returnTo = localPath(asked)
  const user = await findBrowserUser(ctx, headers)
  if (!user)
    return new Answer(303, '', { location: `/login?return_to=${encodeURIComponent(heldContentPath(returnTo))}` })
  const held = await readHeldContent(ctx, user.userId)
  const page = heldContentPage(languageOf(headers), { email: user.email, held, returnTo, isUnselected })
  return new Answer(isUnselected ? 422 : 200, page, PAGE_HEADERS)
}

export const heldContentPageEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: HELD_CONTENT_PAGE,
    operation: 'heldContentPage',
    summary: 'The page that lists what was made under an address before it was proven',
    ...HTML,
    status: 200,
    alsoStatus: [303],
    query: Type.Object({ return_to: Type.Optional(Text) }),
    handle: ({ ctx, query, headers }) => show(ctx, headers, query.return_to ?? ''),
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/forms/held-content',
    operation: 'submitHeldContent',
    summary: 'Keep or delete held content from its page',
    ...HTML,
    consumes: 'form',
    status: 303,
    alsoStatus: [422],
    body: Type.Object({
      return_to: Text,
      decision: Text,
      account: Type.Optional(
        Type.Union([Type.String({ maxLength: 60 }), Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 })]),
      ),
    }),
    problems: ['not_found', 'session_required'],
    handle: async ({ ctx, body, headers }) => {
      refuseIfForeign(ctx, headers)
      const user = await findBrowserUser(ctx, headers)
      const accounts = [body.account ?? []].flat().map((account) => fromWireId('acc', account))
      const { decision } = body
      if (!user || accounts.length === 0 || (decision !== 'keep' && decision !== 'discard'))
        return show(ctx, headers, body.return_to, user !== undefined)
      await decideHeldContent(ctx, user.userId, accounts, decision)
      const isLeft = (await readHeldContent(ctx, user.userId)).length > 0
      const returnTo = localPath(body.return_to)
      return new Answer(303, '', { location: isLeft ? heldContentPath(returnTo) : returnTo })
    },
  }),
]
