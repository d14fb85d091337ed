import { clientDocumentAttempt } from '../../../people/accounts/attempts/attempt.ts'
import { countAttempt } from '../../../people/accounts/attempts/count-attempt.ts'
import { boundedBytes, leaveBytes } from '../../../platform/blobs/bounded-bytes.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { LruMap } from '../../../platform/lru-map.ts'
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts'
import {
  type DocumentFault,
  DocumentRefused,
  keptSeconds,
  readClientDocument,
  refuseIfBadAddress,
} from './client-document.ts'
import type { OauthClient } from './oauth-client.ts'

/** A document of at most 5 KB each: some 3 MB in all. */
const MOST_KEPT = 500

type Kept = { client: OauthClient; until: number }
type Documents = { kept: LruMap<string, Kept>; underway: Map<string, Promise<Kept>> }

/** By what a node sends its requests through: each node has its own. Only good documents are kept, as the draft demands. */
const documents = new WeakMap<Outgoing, Documents>()

/** The program that the document at this address describes. Requests that come together share one fetch. */
export async function openClientDocument(ctx: PublicContext, clientId: string, userId: string): Promise<OauthClient> {
  refuseIfBadAddress(clientId, ctx.settings.baseUrl)
  const { kept, underway } = documentsOf(ctx.outgoing)
  const known = kept.get(clientId)
  if (known && known.until > ctx.now().getTime()) return known.client

  await countFetch(ctx, userId)
  const fetching = underway.get(clientId) ?? fetchDocument(ctx, clientId).finally(() => underway.delete(clientId))
  underway.set(clientId, fetching)
  const fetched = await fetching
  kept.set(clientId, fetched)
  return fetched.client
}

function documentsOf(outgoing: Outgoing): Documents {
  const known = documents.get(outgoing) ?? { kept: new LruMap(MOST_KEPT), underway: new Map() }
  documents.set(outgoing, known)
  return known
}

async function countFetch(ctx: PublicContext, userId: string) {
  try {
    await countAttempt(ctx.db, clientDocumentAttempt(ctx, userId))
  } catch (error) {
    throw error instanceof ServiceError ? new DocumentRefused('too_many_fetches') : error
  }
}

/** What the draft recommends: a program with a larger document would be refused by other services too. */
const MOST_BYTES = 5 * 1024
/** For connecting, asking and all of the answer: a user is waiting. */
const TOTAL_MS = 5_000

async function fetchDocument(ctx: PublicContext, clientId: string): Promise<Kept> {
  const { statusCode, headers, body } = await ask(ctx, clientId)
  const fault = faultOf(statusCode, headers)
  if (fault) {
    leaveBytes(body)
    throw new DocumentRefused(fault)
  }
  const chunks: Buffer[] = []
  const bytes = boundedBytes(body, MOST_BYTES, {
    tooLarge: () => new DocumentRefused('too_large'),
    brokenOff: () => new DocumentRefused('no_answer'),
  })
  for await (const chunk of bytes) chunks.push(chunk)
  const client = readClientDocument(Buffer.concat(chunks).toString(), clientId, ctx.settings.oauthAppSchemes)
  const seconds = keptSeconds(String(headers['cache-control'] ?? ''))
  return { client, until: ctx.now().getTime() + seconds * 1000 }
}

/** All failures on the way are one fault: it does not show which ports are open. */
async function ask({ outgoing }: PublicContext, url: string) {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'svc-oauth/1' }
  try {
    return await outgoing.request({ url, method: 'GET', headers, timeoutMs: TOTAL_MS })
  } catch (error) {
    throw new DocumentRefused(error instanceof ServiceError ? 'closed_address' : 'no_answer')
  }
}

type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A redirect is not followed, and what was packed nevertheless could unpack to anything. */
function faultOf(status: number, headers: AnswerHeaders): DocumentFault | null {
  const isPlain = String(headers['content-encoding'] ?? 'identity') === 'identity'
  const isJson = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i.test(String(headers['content-type'] ?? ''))
  if (status !== 200 || !isPlain || !isJson) return 'bad_answer'
  return Number(headers['content-length'] ?? 0) > MOST_BYTES ? 'too_large' : null
}
