import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Called, callAs } from '../../server/test/client.ts'
import { newEdit, type Track } from '../lib/race-tables.ts'

const CLIENTS = 64
const REQUEST_MS = 30_000
/** Not at once: those who wait for a service to come back must not keep it from doing so. */
const RETRY_MS = { least: 100, most: 500 }

/** `repeated`: edits whose answer was lost or a fault, sent again under the same key; `replayed`: it had been done already. */
export type Counts = { acknowledged: number; conflicts: number; repeated: number; replayed: number; other: number }

export type Racing = { counts: Counts; stop: () => Promise<void> }

/** Clients that race on the versions of the tables until they are stopped; each waits for the answer to its last edit. */
export function startRacing(ground: {
  urls: readonly string[]
  tokens: readonly string[]
  tracks: readonly Track[]
}): Racing {
  const counts = { acknowledged: 0, conflicts: 0, repeated: 0, replayed: 0, other: 0 }
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const token = ground.tokens[client % ground.tokens.length] ?? ''
    while (!isOver) {
      const track = ground.tracks[Math.floor(Math.random() * ground.tracks.length)]
      if (track) await attempt(ground.urls, token, track, counts)
    }
  })
  return {
    counts,
    stop: async () => {
      isOver = true
      await Promise.all(clients)
    },
  }
}

async function attempt(urls: readonly string[], token: string, track: Track, counts: Counts) {
  const { expected, rowId, value, body: sent } = newEdit(track)
  const key = randomUUID()
  const sentAt = performance.now()
  const { status, body, headers } = await untilAnswered(urls, token, counts, { path: track.path, sent, key })
  if (headers.get('idempotency-replayed') === 'true') counts.replayed += 1
  if (status === 200) {
    counts.acknowledged += 1
    track.wins.push({ version: body.edit_version, expected, sentAt, answeredAt: performance.now(), rowId, value, key })
    track.current = Math.max(track.current, body.edit_version)
  } else if (status === 409 && body.code === 'version_conflict') {
    counts.conflicts += 1
    // Not the larger one: where commits were lost, versions go back.
    track.current = body.current_version
  } else {
    counts.other += 1
  }
}

type Request = { path: string; sent: object; key: string }

/** The same request under the same key, at one node after another, until one of them says how it ended. */
async function untilAnswered(
  urls: readonly string[],
  token: string,
  counts: Counts,
  { path, sent, key }: Request,
): Promise<Called> {
  for (;;) {
    const url = urls[Math.floor(Math.random() * urls.length)] ?? ''
    const call = within(callAs(url, token)('POST', path, sent, { 'idempotency-key': key }))
    const answer = await call.catch(() => undefined)
    if (answer && !isUnknown(answer)) return answer
    counts.repeated += 1
    await pause(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least))
  }
}

/** Faults, and a twin that is still running, leave open what became of the edit. */
const isUnknown = ({ status, body }: Called) =>
  status >= 500 || status === 429 || body.code === 'idempotency_in_progress'

/** A node that was killed may leave a request open for ever. */
function within<T>(work: Promise<T>): Promise<T> {
  const late = pause(REQUEST_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer came')))
  return Promise.race([work, late])
}
