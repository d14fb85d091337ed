import type { Caller, LinkHolder } from '../caller.ts'
import type { Context, PublicContext } from '../context.ts'
import type { ServiceError } from '../errors.ts'
import type { Limiter } from '../limiter/limiter.ts'
import type { Endpoint, Reached, scopesOf } from './endpoint.ts'
import type { StoredHolder } from './idempotency/idempotency.store.ts'
import type { UnreadableId } from './request/validate.ts'

/** What HTTP asks about a request before it is served. `main` passes in what only the product knows. */
export type RequestGuards = {
  limiter: Limiter
  /** Finds out who holds a credential, or throws what is wrong with it. */
  identify: (ctx: PublicContext, credential: string) => Promise<Caller>
  /** The same for a link, which counts nowhere else. */
  identifyLink: (ctx: PublicContext, credential: string) => Promise<LinkHolder>
  /** Of these scopes, the ones the caller lacks. */
  missingScopes: (caller: Caller, scopes: ReturnType<typeof scopesOf>) => string[]
  /** Throws unless the caller may be in the place that the path names. Tells the state of its policies, where it has any. */
  enter: (ctx: Context, place: Reached, params: Record<string, unknown>) => Promise<{ policyEpoch: number } | undefined>
  /** Throws unless this caller may do and see everything that the credential of the first call could. */
  mayReplay: (caller: Caller, stored: StoredHolder, answersSecret: boolean) => void
  /** A request was let in: counted for usage. */
  count: (caller: Caller | LinkHolder) => void
  /** The caller's own workspace. */
  findPersonalWorkspace: (ctx: Context) => Promise<string | undefined>
  /** A refusal that belongs into the audit log of a workbook. */
  refused: (ctx: Context, endpoint: Endpoint, error: ServiceError, workbookId: string) => Promise<void>
  /** Set in tests: a response that does not match its schema is a fault. */
  checkResponses: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    ctx: PublicContext
    caller: Caller | undefined
    /** Where the endpoint is for links. */
    linkHolder: LinkHolder | undefined
    rawBody: Buffer | undefined
    releaseSlot: (() => void) | undefined
    /** Ids of this request that cannot be read, for problems that name them. */
    unreadableIds: UnreadableId[] | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
