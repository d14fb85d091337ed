import { OPERATIONS } from './generated/operations.ts'
import type { Operations } from './generated/types.ts'
import { BinderyUnreachable, problemOf } from './problem.ts'
import { randomHex } from './random-hex.ts'
import { delayBeforeRepeat, pause, type Repetition } from './repeat.ts'
import { type BodyKind, type RequestBody, requestBodyOf } from './request-body.ts'
import { type OnProgress, sendCounted } from './send-counted.ts'

export type OperationName = keyof Operations

export type Retry = { operation: OperationName; attempt: number; delayMs: number; error: unknown }

export type Connection = {
  /** Where the service is, without a slash at its end. */
  url: string
  token: string | null | (() => string | Promise<string>)
  fetch: typeof fetch
  /** Attempts after the first. */
  retries: number
  /** Until the answer begins; files may take as long as they need. */
  timeoutMs: number
  headers: Readonly<Record<string, string>>
  onRetry: (retry: Retry) => void
}

/** What every call takes beside the parameters of its operation. */
export type CallOptions = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** One is made for each call that takes one, and kept for its repetitions. */
  idempotencyKey?: string | undefined
  /** Called with how much of a file was sent. */
  onProgress?: OnProgress | undefined
}

type Body<K extends OperationName> = Operations[K] extends { body: infer B }
  ? { body: B }
  : Operations[K] extends { body?: infer B }
    ? { body?: B | undefined }
    : unknown

/** The parameters of path and query in one object, the body, and the options of the call. */
export type Input<K extends OperationName> = Operations[K]['params'] & Body<K> & CallOptions
export type Answer<K extends OperationName> = Operations[K]['answer']

type AnyInput = CallOptions & { body?: unknown } & Record<string, unknown>
type Prepared = {
  operation: OperationName
  method: string
  url: string
  headers: Headers
  body: RequestBody | null
  repetition: Repetition
  /** It answers with another address. */
  redirects: boolean
  options: CallOptions
}

/** Calls an operation and reads its answer; what is no JSON is given as the response itself. */
export function call<K extends OperationName>(
  connection: Connection,
  operation: K,
  input: Input<K>,
): Promise<Answer<K>> {
  return repeated(connection, prepare(connection, operation, input), async (response) => {
    if (response.status === 204) return undefined
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    // Safe: the types are made from the schemas the service answers by.
    return (isJson ? await response.json() : response) as Answer<K>
  })
}

/** Calls an operation and gives the response, whatever its format, once it is no refusal. */
export function request<K extends OperationName>(
  connection: Connection,
  operation: K,
  input: Input<K>,
): Promise<Response> {
  return repeated(connection, prepare(connection, operation, input), async (response) => response)
}

function prepare(connection: Connection, operation: OperationName, input: unknown): Prepared {
  const described: { at: string; repeat?: Repetition; sends?: BodyKind; redirects?: true } = OPERATIONS[operation]
  // Safe: an input is an object of parameters and options; which of them, its operation says.
  const { body, signal, headers, idempotencyKey, onProgress, ...params } = (input ?? {}) as AnyInput
  const [method = 'GET', path = ''] = described.at.split(' ')
  const repetition = described.repeat ?? 'safe'
  const sent = requestBodyOf(described.sends ?? 'json', body)
  const all = new Headers({ accept: '*/*', ...connection.headers, ...headers })
  if (sent) all.set('content-type', sent.type)
  if (repetition === 'keyed') all.set('idempotency-key', idempotencyKey ?? randomHex(16))
  const url = connection.url + addressOf(path, params)
  const { redirects = false } = described
  return { operation, method, url, headers: all, body: sent, repetition, redirects, options: { signal, onProgress } }
}

/** Puts the parameters that the path names into it, and the others behind it. */
function addressOf(path: string, params: Record<string, unknown>): string {
  const query = new URLSearchParams()
  let address = path
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue
    if (address.includes(`{${name}}`)) address = address.replace(`{${name}}`, () => partOf(name, String(value)))
    else query.set(name, String(value))
  }
  return query.size > 0 ? `${address}?${query}` : address
}

/** Addresses have no such parts as `..`, however they are written: the rest would lead somewhere else. */
function partOf(name: string, value: string): string {
  if (value === '.' || value === '..') throw new TypeError(`${name} cannot be '${value}'`)
  return encodeURIComponent(value)
}

/** Asks again where that is safe and may help. */
async function repeated<T>(connection: Connection, prepared: Prepared, read: (response: Response) => Promise<T>) {
  const { operation, repetition, options } = prepared
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(connection, prepared, read)
    } catch (error) {
      const delayMs = attempt < connection.retries ? delayBeforeRepeat(error, repetition, attempt) : null
      if (delayMs === null) throw error
      connection.onRetry({ operation, attempt: attempt + 1, delayMs, error })
      await pause(delayMs, options.signal)
    }
  }
}

async function attemptOnce<T>(connection: Connection, prepared: Prepared, read: (response: Response) => Promise<T>) {
  const { signal } = prepared.options
  const token = typeof connection.token === 'function' ? await connection.token() : connection.token
  const headers = new Headers(prepared.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  try {
    const response = await answerTo(connection, { ...prepared, headers })
    if (!response.ok && !(prepared.redirects && response.status < 400)) throw await problemOf(response, connection.url)
    return await read(response)
  } catch (error) {
    if (signal?.aborted || !isFailedConnection(error)) throw error
    throw new BinderyUnreachable(`${connection.url} cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
}

async function answerTo(connection: Connection, { method, url, headers, body, options }: Prepared): Promise<Response> {
  const { signal, onProgress } = options
  const patience = new AbortController()
  const stop = signal ? AbortSignal.any([signal, patience.signal]) : patience.signal
  const isFile = body?.content instanceof Blob
  const tooLong = () => patience.abort(new TypeError(`no answer within ${connection.timeoutMs / 1000} s`))
  const timer = isFile ? undefined : setTimeout(tooLong, connection.timeoutMs)
  try {
    if (onProgress && body?.content instanceof Blob)
      return await sendCounted(
        { url, method, headers, content: body.content, signal: stop, onProgress },
        connection.fetch,
      )
    return await connection.fetch(url, {
      method,
      headers,
      body: body?.content ?? null,
      signal: stop,
      redirect: 'manual',
    })
  } finally {
    clearTimeout(timer)
  }
}

/** What fetch throws when there is no answer, or when one breaks off. */
const isFailedConnection = (error: unknown) => error instanceof TypeError

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
