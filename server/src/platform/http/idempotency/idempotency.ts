import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '../../errors.ts'
import { parseExactly } from '../../exact-json.ts'
import type { Keyring } from '../../keyring.ts'
import { type Db, inTransaction, sqlState, type Tx } from '../../postgres.ts'
import {
  claimKey,
  deleteKey,
  insertAnswer,
  type KeyedRequest,
  type StoredHolder,
  type StoredKey,
  updateAnswer,
} from './idempotency.store.ts'

/** A response that is ready to be sent. */
export type Sent = { status: number; headers: Record<string, string | readonly string[]>; body: unknown }

export type Once = {
  db: Db
  keyring: Keyring
  request: KeyedRequest
  /** Does the work inside the transaction that holds the key. */
  run: (tx: Tx) => Promise<Sent>
  /** Keeps what is to outlive work that failed, once it is taken back. */
  keepFailure: (error: unknown) => Promise<void>
  /** The problem document of an error. */
  problem: (error: unknown) => Sent
  /** Throws unless this caller may read what another of their credentials did. */
  mayReplay: (tx: Tx, stored: StoredHolder) => Promise<void>
  /** How long a twin that is still running is waited for. */
  patienceMs: number
}

/**
 * Same key, same body: the work is done once, and everyone gets its answer. The key is claimed in the transaction of
 * the effect, so a crash leaves both or neither.
 */
export async function answerOnce(once: Once): Promise<Sent> {
  const patienceEnds = performance.now() + once.patienceMs
  for (let attempt = 0; ; attempt++) {
    const outcome = await claimAndRun(once)
    if (outcome !== 'twin') return outcome
    if (performance.now() > patienceEnds) throw inProgress()
    await pause(Math.min(20 * 2 ** attempt, 500))
  }
}

async function claimAndRun(once: Once): Promise<Sent | 'twin'> {
  let isClaimed = false
  try {
    return await inTransaction(once.db, async (tx) => {
      const key = await claimKey(tx, once.request)
      if (!key) return 'twin'
      if (!key.claimed) return replay(once, tx, key)
      isClaimed = true
      const answer = await once.run(tx)
      if (isKept(answer)) await updateAnswer(tx, once.request, seal(once, answer))
      else await deleteKey(tx, once.request)
      return answer
    })
  } catch (error) {
    if (!isClaimed && sqlState(error) === '55P03') return 'twin'
    const problem = isClaimed ? once.problem(error) : undefined
    if (problem && isKept(problem))
      await inTransaction(once.db, (tx) => insertAnswer(tx, once.request, seal(once, problem)))
    if (isClaimed) await once.keepFailure(error)
    throw error
  }
}

/** Server faults and rate limits pass; a retry may end differently. */
const isKept = ({ status }: Sent) => status < 500 && status !== 429

async function replay(once: Once, tx: Tx, key: StoredKey): Promise<Sent> {
  if (!key.bodyHash?.equals(once.request.bodyHash)) throw keyReused()
  if (!key.answer || !key.reach) throw inProgress()
  await once.mayReplay(tx, key.reach)
  const answer = unseal(once, key.answer)
  return { ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } }
}

function seal(once: Once, { status, headers, body }: Sent): Buffer {
  const written = Buffer.isBuffer(body)
    ? { status, headers, bytes: body.toString('base64') }
    : { status, headers, body }
  return once.keyring.seal('idempotency', Buffer.from(JSON.stringify(written)), about(once.request))
}

function unseal(once: Once, box: Buffer): Sent {
  const written = once.keyring.open('idempotency', box, about(once.request)).toString()
  // Safe: the box opens only if this service sealed it, and it seals nothing but answers.
  const { bytes, ...sent } = parseExactly(written) as Sent & { bytes?: string }
  return bytes === undefined ? sent : { ...sent, body: Buffer.from(bytes, 'base64') }
}

const about = ({ principal, method, path, key }: KeyedRequest) => [principal, method, path, key].join('\n')

/** A replay is a read: what it would show was chosen under policies that no longer hold. */
export const answerInvalidated = () =>
  new ServiceError('gone', 'result_invalidated', {
    title: 'What you may see has changed since this was answered',
    detail:
      'The request was done once, under this Idempotency-Key; a policy or tag of the workbook changed afterwards.',
    suggestedFix: 'Read what became of it with a GET: it answers with what you may see now.',
  })

const keyReused = () =>
  new ServiceError('unprocessable', 'idempotency_key_reused', {
    title: 'This Idempotency-Key belongs to another request',
    detail: 'The key was used within the last 24 hours with a different body.',
    suggestedFix: 'Make a new key for every new request; send an old one only to repeat the very same request.',
  })

/** The answer holds a secret, or the credential is worth less than the one that made the first call. */
export const keyOfAnotherCredential = (detail: string) =>
  new ServiceError('conflict', 'idempotency_key_reused', {
    title: 'This Idempotency-Key belongs to another credential',
    detail,
    suggestedFix:
      'Repeat the request with the credential that sent it first, or send it as a new request under a new key.',
  })

const inProgress = () =>
  new ServiceError('conflict', 'idempotency_in_progress', {
    title: 'The first request with this key is still running',
    detail: 'Another request with the same Idempotency-Key has not finished yet.',
    suggestedFix: 'Send the same request again after a second.',
    headers: { 'retry-after': '1' },
  })

/** The day of its key ended between two looks: the next request with it is the first one. Never kept as an answer. */
export const answerForgotten = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'The answer of this Idempotency-Key was forgotten just now',
    detail: 'The key was used 24 hours ago; nothing was done for this request.',
    suggestedFix: 'Send the same request again.',
    headers: { 'retry-after': '1' },
  })
