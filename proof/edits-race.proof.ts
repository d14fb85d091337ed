import { type Call, callAs } from '../server/test/client.ts'
import { newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { countLostCells, makeTables, mintTokens, newEdit, type Track, type Win } from './lib/race-tables.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const NODES = 3
const CLIENTS = 64
const ATTEMPTS = 20_000
const LONG_ATTEMPTS = 100_000
const CONTROL_ATTEMPTS = 4_000

/** 64 clients on three nodes race to edit eight tables, each with the version it believes to be the newest. */
export const proof: Proof = {
  promise: 'Of all who edit a table at the same version one wins, and nothing acknowledged is lost',
  isQuick: false,
  minutes: 8,
  about: ['server/src/core/tables', 'server/src/engine', 'server/migrations'],
  measure: (options) => race(options.isLong ? LONG_ATTEMPTS : ATTEMPTS, async () => undefined, options),
  // The version is no longer compared: the last writer overwrites edits that it never saw.
  control: (options) =>
    race(
      CONTROL_ATTEMPTS,
      async ({ admin }) => {
        await admin.query(
          'create or replace function why_not(w jsonb, t table_head) returns jsonb language sql stable as $$ select null::jsonb $$',
        )
      },
      options,
    ),
  holds: ({ committed, violations }) => Number(committed) > 0 && violations === 0,
}

async function race(
  attempts: number,
  prepare: (service: RunningService) => Promise<void>,
  { say }: ProofOptions,
): Promise<Figures> {
  const service = await runService({ apiNodes: NODES, settings: { databasePoolSize: 30 }, checkResponses: false })
  try {
    const owner = await newPerson(service.urls[0] ?? '')
    const { tracks } = await makeTables(owner.call)
    const tokens = await mintTokens(owner.call)
    await prepare(service)
    const counts = { attempts: 0, committed: 0, conflicts: 0, other: 0 }
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const call = callAs(service.urls[client % NODES] ?? '', tokens[client % tokens.length] ?? '')
        while (counts.attempts < attempts) {
          counts.attempts += 1
          if (counts.attempts % 10_000 === 0) say(`${counts.attempts} attempts, ${counts.committed} committed`)
          await attempt(call, tracks[Math.floor(Math.random() * tracks.length)], counts)
        }
      }),
    )
    // By a token: the owner's session may have ended meanwhile.
    const violations = await judge(callAs(service.urls[0] ?? '', tokens[0] ?? ''), tracks)
    return { ...counts, nodes: NODES, clients: CLIENTS, tables: tracks.length, ...violations }
  } finally {
    await service.close()
  }
}

async function attempt(
  call: Call,
  track: Track | undefined,
  counts: { committed: number; conflicts: number; other: number },
) {
  if (!track) return
  const { expected, rowId, value, body: sent } = newEdit(track)
  const sentAt = performance.now()
  const { status, body } = await call('POST', track.path, sent)
  const answeredAt = performance.now()
  if (status === 200) {
    counts.committed += 1
    track.wins.push({ version: body.edit_version, expected, sentAt, answeredAt, rowId, value })
    track.current = Math.max(track.current, body.edit_version)
  } else if (status === 409 && body.code === 'version_conflict') {
    counts.conflicts += 1
    track.current = Math.max(track.current, body.current_version)
  } else {
    counts.other += 1
  }
}

/** Exactly one winner per version, without gaps, in the order of real time, each on what it saw, and every cell as the last winner left it. */
async function judge(call: Call, tracks: readonly Track[]): Promise<Figures> {
  let [doubled, gaps, blind, backwards, lost] = [0, 0, 0, 0, 0]
  for (const track of tracks) {
    const { wins } = track
    const inOrder = wins.toSorted((a, b) => a.version - b.version)
    const versions = new Set(wins.map(({ version }) => version))
    doubled += wins.length - versions.size
    gaps += wins.length === 0 ? 0 : Math.max(...versions) - Math.min(...versions) + 1 - versions.size
    blind += wins.filter(({ version, expected }) => version !== expected + 1).length
    backwards += countBackwards(inOrder)
    lost += await countLostCells(call, track)
  }
  return { violations: doubled + gaps + blind + backwards + lost, doubled, gaps, blind, backwards, lost }
}

/** An edit whose answer had come before another was sent must have the smaller version. */
function countBackwards(inOrder: readonly Win[]): number {
  let latestSent = Number.NEGATIVE_INFINITY
  let found = 0
  for (const { sentAt, answeredAt } of inOrder) {
    if (answeredAt < latestSent) found += 1
    latestSent = Math.max(latestSent, sentAt)
  }
  return found
}
