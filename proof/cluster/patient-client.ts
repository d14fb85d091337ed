import { setTimeout as pause } from 'node:timers/promises'
import type { Body } from '../../server/test/client.ts'

/** A request that may be sent again: a read, or one under an Idempotency-Key. */
export type PatientRequest = {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  file?: File
  isAsync?: boolean
  key?: string
}

export type Answer = {
  status: number
  body: Body
  /** With all attempts and the pauses between them. */
  tookMs: number
  /** What came of each attempt, and when. */
  attempts: readonly { reply: string; atMs: number }[]
  /** A reply said that its twin is still running. An SDK does not retry after that. */
  isLeftOpen: boolean
}

export type Ask = (asked: PatientRequest) => Promise<Answer>

/** How long one attempt is waited for. One that hangs on a node is ended by the balancer before. */
const ATTEMPT_MS = 8_000
const BACKOFF = { firstMs: 200, mostMs: 2_000 }
/** The client gives up after this. The outcome is then unknown, and the proof fails. */
const GIVE_UP_MS = 180_000

/** Sends again as an SDK does: with pauses that grow and differ, or as long as Retry-After says; and on, so that every outcome is known. */
export const patientClient =
  (url: string, token: string): Ask =>
  async (asked) => {
    const began = performance.now()
    const attempts: { reply: string; atMs: number }[] = []
    let isLeftOpen = false
    for (;;) {
      const answer = await send(url, token, asked)
      attempts.push({ reply: answer ? replyOf(answer) : 'no answer', atMs: Math.round(performance.now() - began) })
      if (answer && isOutcome(answer)) return { ...answer, tookMs: performance.now() - began, attempts, isLeftOpen }
      if (answer?.status === 409) isLeftOpen = true
      if (performance.now() - began > GIVE_UP_MS) throw new Error(`${asked.method} ${asked.path} was never answered`)
      await pause(answer?.retryAfterMs ?? backoff(attempts.length))
    }
  }

type Sent = { status: number; body: Body; retryAfterMs: number | undefined }

/** Undefined: no answer came, or not a whole one. */
async function send(
  url: string,
  token: string,
  { method, path, body, file, isAsync, key }: PatientRequest,
): Promise<Sent | undefined> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(ATTEMPT_MS),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { body: formWith(file, isAsync) }),
    })
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const isJson = /\bjson/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      body: isJson ? await response.json() : await response.text(),
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
    }
  } catch {
    return undefined
  }
}

function formWith(file: File, isAsync = false): FormData {
  const form = new FormData()
  form.append('structuring', 'skip')
  if (isAsync) form.append('async', 'true')
  form.append('file', file)
  return form
}

const replyOf = ({ status, body }: Sent) => [status, body.code].filter(Boolean).join(' ')

/** Anything else leaves open what became of the request. */
const isOutcome = ({ status, body }: Sent) =>
  status < 500 && status !== 408 && status !== 429 && body.code !== 'idempotency_in_progress'

function backoff(attempts: number): number {
  const most = Math.min(BACKOFF.firstMs * 2 ** (attempts - 1), BACKOFF.mostMs)
  return most / 2 + Math.random() * (most / 2)
}
