import type { FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { CallerKind, Scope } from '../caller.ts'
import type { Context, LinkContext, PublicContext } from '../context.ts'
import type { Settings } from '../settings.ts'
import type { IncomingFile } from './request/multipart.ts'

/**
 * An endpoint as data. From it alone come mounting, validation, the OpenAPI document, the tests every endpoint must
 * pass, and the SDK.
 */
type EndpointShape<P extends TObject, Q extends TObject, B extends TSchema> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** OpenAPI form: `/api/v1/workbooks/{workbook_id}`. */
  path: string
  /** Further paths that it answers at, with the same parameters. The document names them beside the one it describes. */
  alsoAt?: readonly string[]
  /** The operation's id; also the method's name in the SDK. */
  operation: string
  summary: string
  description?: string
  /** Which kinds of credential may call at all; every kind when left out. */
  callers?: readonly CallerKind[]
  /** The role it takes in the place the path names; a viewer who holds the scope is still refused where an editor is asked for. */
  reach?: Reached
  params?: P
  query?: Q
  body?: B
  /** Where the write says which version it expects, as `expected_version`; If-Match may say it instead. */
  locks?: 'body' | 'query'
  /** Another body than JSON: a form of our own pages, a form with a file in its part `file`, or the bytes of a file alone. */
  consumes?: 'form' | 'multipart' | 'bytes'
  /** Largest file it takes, and all of them together. */
  maxFileBytes?: (settings: Settings) => number
  /** Takes as many files, in parts `files`; one, in the part `file`, when left out. */
  maxFiles?: number
  /** Largest body in bytes; 1 MiB when left out. */
  maxBodyBytes?: number
  status: number
  response?: TSchema
  /** Further statuses a handler may answer through `Answer`, with the same body. */
  alsoStatus?: readonly number[]
  /** Media type of a body that is not JSON. */
  produces?: string
  /** Further media types that a client may ask for instead of JSON. */
  alsoProduces?: readonly string[]
  /** Codes of the problems this endpoint can report beyond those every endpoint has. */
  problems?: readonly string[]
  /** Not a GET and yet changes nothing: repeating it is safe, so no Idempotency-Key is kept for it. */
  isRead?: true
  /** Changes something only where the body says so: other requests are reads, for which no Idempotency-Key is kept. */
  changesIf?: (body: Static<B>) => boolean
  /** Its answer goes on until the client has enough or the node stops: `gone` signals both. */
  isEndless?: true
  /** Where a client without a credential learns how to get one, as a path (RFC 9728). */
  resourceMetadata?: string
  /** Takes a token as the password of HTTP Basic, too: for programs that know nothing else. */
  takesBasic?: true
  /** On every answer, problems among them. */
  headers?: Readonly<Record<string, string>>
  /** Media type of its problems, where a protocol has one of its own. */
  problemType?: string
  /** What another protocol wants to know about a problem besides: further members of its body. */
  alsoSent?: (status: number, problem: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** The whole body of a problem, where another protocol allows nothing else in it. */
  problemBody?: (status: number, problem: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** Marks what may still change. */
  unstable?: boolean
}

/** Where a path leads, and what the caller must be there. */
export type Reached = { workbook: 'viewer' | 'editor' | 'owner' } | { workspace: 'viewer' | 'editor' | 'admin' }

type Received<P extends TObject, Q extends TObject, B extends TSchema> = {
  params: Static<P>
  query: Static<Q>
  body: Static<B>
  headers: Readonly<Record<string, string | undefined>>
  /** The body as it came, for checking a signature over it. */
  raw: Buffer | undefined
  /** Aborted when the client goes away before it has its answer. */
  gone: AbortSignal
  /** Asks another endpoint of this node as the same caller. */
  inside: typeof fetch
}

type Handled = unknown | Answer

/** What a credential gets that lacks the scopes of an endpoint and has this one: less, answered with another status. */
type WithLess<P extends TObject, Q extends TObject, B extends TSchema> = {
  scope: Scope
  status: number
  handle: (received: Received<P, Q, B> & { ctx: Context }) => Promise<Handled>
}

/** What is known of a request before its body is read. */
export type Address<P extends TObject, Q extends TObject> = Pick<Received<P, Q, TSchema>, 'params' | 'query'>

/** A file that has arrived whole. */
export type Landed = { sizeBytes: number; sha256: string }

/**
 * Takes a file while it arrives, before the rest of the request is known; what it returns is the `file` of the handler.
 * As with `prepare`, twins do it each, and it must have no effect.
 */
type Land<P extends TObject, Q extends TObject, C, F> = (
  received: Address<P, Q> & { ctx: C },
  file: IncomingFile,
) => Promise<F>

type Guarded<P extends TObject, Q extends TObject, B extends TSchema, R, F> = EndpointShape<P, Q, B> & {
  /** One scope, all of a list, or `any`: every valid credential. */
  scope: Scope | readonly Scope[] | 'any'
  land?: Land<P, Q, Context, F & Landed>
  /** Begins what will be read first while the caller is identified; nothing of it is shown before that: see `Ahead`. */
  ahead?: (ctx: PublicContext, params: Static<P>, credential: string) => void
  /**
   * Work that may take longer than a transaction may wait. It comes before the one that holds an Idempotency-Key, for
   * each of several twins, so it must have no effect. What it throws counts as thrown by the handler.
   */
  prepare?: (received: Received<P, Q, B> & { ctx: Context; file: F; files: readonly F[] }) => Promise<R>
  withLess?: WithLess<P, Q, B>
  /** Keeps what is to outlive a handler that failed in the transaction of an Idempotency-Key, which was taken back with all it kept. */
  takenBack?: (ctx: Context, prepared: R, error: unknown) => Promise<void>
  handle: (
    received: Received<P, Q, B> & { ctx: Context; prepared: R; file: F; files: readonly F[] },
  ) => Promise<Handled>
}

type Public<P extends TObject, Q extends TObject, B extends TSchema, F> = EndpointShape<P, Q, B> & {
  /** No credential is needed. */
  scope: 'none'
  land?: Land<P, Q, PublicContext, F & Landed>
  handle: (received: Received<P, Q, B> & { ctx: PublicContext; file: F }) => Promise<Handled>
}

type ForLinks<P extends TObject, Q extends TObject, B extends TSchema> = EndpointShape<P, Q, B> & {
  /** A link, and nothing else. */
  scope: 'link'
  handle: (received: Received<P, Q, B> & { ctx: LinkContext }) => Promise<Handled>
}

/** An endpoint once its schemas' types have done their work. */
export type Endpoint = EndpointShape<TObject, TObject, TSchema> &
  (
    | {
        scope: 'none'
        land?: Land<TObject, TObject, PublicContext, Landed>
        handle: (
          received: Received<TObject, TObject, TSchema> & { ctx: PublicContext; file: unknown },
        ) => Promise<Handled>
      }
    | {
        scope: 'link'
        land?: never
        ahead?: never
        prepare?: never
        withLess?: never
        takenBack?: never
        handle: (received: Received<TObject, TObject, TSchema> & { ctx: LinkContext }) => Promise<Handled>
      }
    | {
        scope: Scope | readonly Scope[] | 'any'
        land?: Land<TObject, TObject, Context, Landed>
        ahead?: (ctx: PublicContext, params: Record<string, unknown>, credential: string) => void
        prepare?: (
          received: Received<TObject, TObject, TSchema> & { ctx: Context; file: unknown; files: readonly unknown[] },
        ) => Promise<unknown>
        withLess?: WithLess<TObject, TObject, TSchema>
        takenBack?: (ctx: Context, prepared: unknown, error: unknown) => Promise<void>
        handle: (
          received: Received<TObject, TObject, TSchema> & {
            ctx: Context
            prepared: unknown
            file: unknown
            files: readonly unknown[]
          },
        ) => Promise<Handled>
      }
  )

export function endpoint<P extends TObject, Q extends TObject, B extends TSchema, R = undefined, F = undefined>(
  definition: Guarded<P, Q, B, R, F>,
): Endpoint
export function endpoint<P extends TObject, Q extends TObject, B extends TSchema, F = undefined>(
  definition: Public<P, Q, B, F>,
): Endpoint
export function endpoint<P extends TObject, Q extends TObject, B extends TSchema>(
  definition: ForLinks<P, Q, B>,
): Endpoint
export function endpoint(definition: unknown): Endpoint {
  // Safe: the overloads checked it; the handler only ever sees what its own schemas let through.
  return definition as Endpoint
}

/** For handlers that write JSON themselves. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** What a handler returns when the status or a header is not always the same. */
export class Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | readonly string[]>>

  constructor(status: number, body: unknown = undefined, headers: Record<string, string | readonly string[]> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export const scopesOf = (endpoint: Endpoint): readonly Scope[] => {
  if (endpoint.scope === 'none' || endpoint.scope === 'any' || endpoint.scope === 'link') return []
  return typeof endpoint.scope === 'string' ? [endpoint.scope] : endpoint.scope
}

export const isMutating = ({ method, isRead }: Pick<Endpoint, 'method' | 'isRead'>) => method !== 'GET' && !isRead

/** Every path that it answers at. */
export const pathsOf = ({ path, alsoAt = [] }: Pick<Endpoint, 'path' | 'alsoAt'>) => [path, ...alsoAt]

/** The path as it was sent, without the query string. */
export const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? request.url

/** The date of the contract that every response states. */
export const API_VERSION = '2026-11-01'
