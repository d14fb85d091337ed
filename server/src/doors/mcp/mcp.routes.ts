import { Readable } from 'node:stream'
import type { PublicContext } from '../../platform/context.ts'
import { Answer, type Endpoint, endpoint, JSON_TYPE } from '../../platform/http/endpoint.ts'
import { checkFor } from '../../platform/http/request/validate.ts'
import { loggableError } from '../../platform/http/server/loggable.ts'
import type { Settings } from '../../platform/settings.ts'
import { TOOLS } from './all-tools.ts'
import { foreignPage, tooLongToRead } from './mcp.errors.ts'
import { GIVEN_SCOPES } from './oauth/authorization-request.ts'
import { serveMcp } from './serve-mcp.ts'

/** A small spreadsheet may come inside a message. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

/** What only reads takes SQL at most: 100,000 characters, of up to four bytes each. */
const MOST_TO_READ = 512 * 1024

/** What the protocol answers beside 200; each is a message of its own form, no problem document. */
const STATUSES = [202, 400, 404, 405, 406, 413, 415, 500]

const CHECKS = new Map(TOOLS.map(({ name, input }) => [name, checkFor('body', input)]))

const METADATA = '/.well-known/oauth-protected-resource'

const metadata = (path: string, operation: string) =>
  endpoint({
    method: 'GET',
    path,
    operation,
    summary: 'Who gives out credentials for /mcp (RFC 9728)',
    scope: 'none',
    status: 200,
    produces: JSON_TYPE,
    handle: async ({ ctx }) => JSON.stringify(protectedResource(ctx.settings)),
  })

export const mcpEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/mcp',
    operation: 'serveMcp',
    summary: 'The Model Context Protocol, over streamable HTTP',
    // Each tool asks endpoints, which ask for their scopes.
    scope: 'any',
    resourceMetadata: `${METADATA}/mcp`,
    maxBodyBytes: MAX_BODY_BYTES,
    isRead: true,
    status: 200,
    alsoStatus: STATUSES,
    produces: JSON_TYPE,
    handle: async ({ ctx, headers, raw, gone, inside }) => {
      refuseForeignPage(ctx, headers)
      const answer = await serveMcp(ctx, messageIn(ctx, headers, raw, gone), {
        inside,
        check: ({ name, annotations }, args) => {
          if (annotations.readOnlyHint && raw && raw.length > MOST_TO_READ) throw tooLongToRead(MOST_TO_READ)
          CHECKS.get(name)?.(args)
        },
        // A client that went away has ended it.
        logFault: (error, asked) =>
          gone.aborted || ctx.log.error({ asked, fault: loggableError(error) }, 'a call of an agent failed'),
      })
      // Safe: the two descriptions of a stream of bytes, of Node and of fetch, differ in name only.
      const sent = answer.body ? Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]) : ''
      return new Answer(answer.status, sent, Object.fromEntries(answer.headers))
    },
  }),
  metadata(METADATA, 'describeResource'),
  metadata(`${METADATA}/mcp`, 'describeMcpResource'),
]

type Headers = Readonly<Record<string, string | undefined>>

function messageIn({ settings }: PublicContext, headers: Headers, raw: Buffer | undefined, signal: AbortSignal) {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value !== undefined && (name.startsWith('mcp-') || name === 'accept' || name === 'content-type')
      ? [[name, value]]
      : [],
  )
  return new Request(`${settings.baseUrl}/mcp`, {
    method: 'POST',
    headers: kept,
    body: new Uint8Array(raw ?? Buffer.alloc(0)),
    signal,
  })
}

/** What /mcp is, and who gives out credentials for it: metadata of a protected resource (RFC 9728). */
const protectedResource = ({ baseUrl }: Settings) => ({
  resource: `${baseUrl}/mcp`,
  resource_name: 'Bindery',
  authorization_servers: [baseUrl],
  scopes_supported: GIVEN_SCOPES,
  bearer_methods_supported: ['header'],
  resource_documentation: `${baseUrl}/docs/api`,
})

/** Programs send no Origin. A browser does, and then it must be a page of ours: the protocol demands it. */
function refuseForeignPage({ settings }: PublicContext, { origin }: Readonly<Record<string, string | undefined>>) {
  if (origin !== undefined && origin !== new URL(settings.baseUrl).origin) throw foreignPage()
}
