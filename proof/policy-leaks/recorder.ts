import { setTimeout as pause } from 'node:timers/promises'
import type { Body } from '../../server/test/client.ts'
import { type Canary, isIn } from './canaries.ts'
import { unfold } from './unfold.ts'

/** A caller, with one of the credentials they might use. */
export type Caller = {
  name: string
  credential: string | null
  /** The names of denied columns are no secret to a caller who sets policies. */
  governs: boolean
  /** A rule exempts them. */
  isExempt: boolean
}

export type Request = {
  operation: string
  /** What it is counted as, where it is another way out than the rest of the operation. */
  door?: string
  method: string
  path: string
  json?: unknown
  form?: FormData | URLSearchParams
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** A name in the file that is sent, which an answer may repeat. Values in it may not be repeated. */
  repeats?: string
  /** Ends an answer that has no end by itself. */
  timeoutMs?: number
  /** The problem that a page shows: pages have a status and words, and no code. */
  page?: PageProblem
}

/** With the status it has on a page. */
const PAGE_STATUS = {
  invalid_credentials: 401,
  invalid_token: 401,
  registration_closed: 403,
  session_required: 403,
  owner_required: 403,
  provider_disabled: 501,
  not_found: 404,
  name_taken: 409,
  too_many_logins: 429,
  upstream_error: 502,
}
export type PageProblem = keyof typeof PAGE_STATUS

export type Reply = {
  status: number
  headers: Headers
  bytes: Buffer
  body: Body
  /** Of a problem document. */
  code: string | undefined
}

export type Recorder = ReturnType<typeof createRecorder>

const MOST_EXAMPLES = 40
const MOST_RETRIES = 3
const MOST_OF_A_FAULT = 300
const INTERNAL_ERROR = '"internal_error"'

const newTally = () => ({
  cells: 0,
  answers: 0,
  leaks: 0,
  examples: [] as string[],
  /** Doors by which a canary left, and what left there. */
  leaking: new Map<string, string>(),
  /** Doors by which an exempt caller saw one. */
  seen: new Set<string>(),
  succeeded: new Set<string>(),
  reached: new Set<string>(),
  statuses: new Map<string, Set<string>>(),
  /** Requests that the service broke on. */
  faults: new Set<string>(),
  /** Parts of the proof that were not played to their end. */
  brokenOff: new Set<string>(),
})

/** Sends requests, searches every byte of every answer, and remembers what was reached. */
export function createRecorder(secretsFor: (caller: Caller) => readonly Canary[]) {
  const tally = newTally()

  /** Searches bytes that came to a caller by any way. */
  async function search(
    caller: Caller,
    door: string,
    parts: readonly Buffer[],
    about: string,
    said = '',
  ): Promise<number> {
    const sent = Buffer.from(said)
    const canaries = secretsFor(caller)
    tally.cells += canaries.length
    tally.answers += 1
    if (parts.some((part) => part.includes(INTERNAL_ERROR))) tally.faults.add(about.slice(0, MOST_OF_A_FAULT))
    const found = (await findIn(parts, canaries)).filter((canary) => said === '' || !isIn(canary, sent))
    if (found.length === 0) return 0
    if (caller.isExempt) {
      tally.seen.add(door)
      return 0
    }
    addLeaks(door, found.length, `${about} by ${caller.name}: ${found.map(({ value }) => value).join(', ')}`)
    return found.length
  }

  /** Also for what is no byte of an answer, as a count that tells whether a value is there. */
  function addLeaks(door: string, leaks: number, example: string) {
    tally.leaks += leaks
    tally.leaking.set(door, example)
    if (tally.examples.length < MOST_EXAMPLES) tally.examples.push(example.slice(0, 400))
  }

  async function ask(url: string, caller: Caller, request: Request): Promise<Reply> {
    const reply = await send(url, caller, request)
    const { operation, door = operation, method, path, json } = request
    const known = tally.statuses.get(operation) ?? new Set()
    tally.statuses.set(operation, known.add(`${reply.status} ${reply.code ?? ''}`.trim()))
    const { page } = request
    if (page && reply.code === undefined && reply.status === PAGE_STATUS[page])
      tally.reached.add(`${operation} ${page}`)
    if (reply.code !== undefined) tally.reached.add(`${operation} ${reply.code}`)
    if (reply.status < 400) tally.succeeded.add(operation)
    const headers = Buffer.from(JSON.stringify([...reply.headers]))
    const said = decodeURIComponent(path) + JSON.stringify(json ?? '') + wordsOf(request) + (request.repeats ?? '')
    const about = `${method} ${path} ${JSON.stringify(json ?? null)} answered ${reply.status} ${reply.code ?? ''}`
    await search(caller, reply.code === undefined ? door : `${door} ${reply.code}`, [headers, reply.bytes], about, said)
    return reply
  }

  /** Asks in a race: what is found counts as a leak only if it may no longer be seen. */
  async function probe(url: string, caller: Caller, request: Request, isHidden: boolean): Promise<number> {
    const { headers, bytes, status } = await send(url, caller, request)
    const parts = [Buffer.from(JSON.stringify([...headers])), bytes]
    if (!isHidden) return (await findIn(parts, secretsFor(caller))).length
    return search(
      caller,
      request.door ?? request.operation,
      parts,
      `${request.method} ${request.path} answered ${status}`,
    )
  }

  return { tally, ask, probe, search, addLeaks }
}

/** A request that is sent too often is sent again when its time has come: what it answers then is looked for. */
async function send(url: string, caller: Caller, request: Request): Promise<Reply> {
  for (let attempt = 0; ; attempt++) {
    const reply = await sendOnce(url, caller, request)
    if (reply.code !== 'rate_limited' || attempt === MOST_RETRIES) return reply
    await pause(1_000 * Number(reply.headers.get('retry-after') ?? 1))
  }
}

async function sendOnce(url: string, { credential }: Caller, request: Request): Promise<Reply> {
  const { method, path, json, form, bytes, headers = {}, timeoutMs } = request
  const body = json !== undefined ? JSON.stringify(json) : (form ?? bytes)
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(credential ? { authorization: `Bearer ${credential}` } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const received = await readFor(response, timeoutMs)
  const isJson = /\bjson/.test(response.headers.get('content-type') ?? '')
  const parsed = isJson ? parse(received) : undefined
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  return {
    status: response.status,
    headers: response.headers,
    bytes: received,
    body: parsed,
    code: isProblem ? parsed?.code : codeInOData(response.status, parsed),
  }
}

/** OData has a form of its own for what was refused. */
const codeInOData = (status: number, body: Body): string | undefined =>
  status >= 400 && typeof body?.error?.code === 'string' ? body.error.code : undefined

/** Everything, or what has come until the time is over. */
async function readFor({ body }: Response, timeoutMs: number | undefined): Promise<Buffer> {
  if (!body) return Buffer.alloc(0)
  const parts: Uint8Array[] = []
  const reader = body.getReader()
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => void reader.cancel(), timeoutMs)
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value)
  } catch {
    // An answer may break off; the part that arrived is searched.
  }
  clearTimeout(timer)
  return Buffer.concat(parts)
}

function parse(bytes: Buffer): Body {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** What a caller sent, an answer may repeat. */
function wordsOf({ form, bytes }: Request): string {
  if (bytes) return Buffer.from(bytes).toString('latin1')
  if (!form) return ''
  return [...form.entries()]
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`)
    .join('&')
}

async function findIn(parts: readonly Buffer[], canaries: readonly Canary[]): Promise<Canary[]> {
  const found = new Set<Canary>()
  for (const part of parts)
    for await (const piece of unfold(part))
      for (const canary of canaries) if (!found.has(canary) && isIn(canary, piece)) found.add(canary)
  return [...found]
}
