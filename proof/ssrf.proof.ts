import { createServer, type Server } from 'node:net'
import { GOOD_URLS, HOSTILE_URLS } from '../server/test/hostile-urls.ts'
import { openNameServer } from '../server/test/name-server.ts'
import { runService } from '../server/test/start-service.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { type Door, documentDoor, fileDoor } from './ssrf/doors.ts'

/** A public address without a server: the guard lets it pass, and the connection fails. */
const PUBLIC = '203.0.114.1'
const PORTS = [80, 443]

/** Names whose addresses change: public when they are asked for first, then inside, or one of several inside. */
const REBINDING = {
  'rebinding.test': [[PUBLIC], ['127.0.0.1']],
  'rebinding-document.test': [[PUBLIC], ['127.0.0.1']],
  'inside.test': [['127.0.0.1']],
  'both.test': [[PUBLIC, '127.0.0.1']],
  'metadata.google.internal': [['169.254.169.254']],
  'example.com': [[PUBLIC]],
}
/** Names that lead inside, alone or beside an address of the public. */
const INSIDE = ['http://inside.test/', 'http://both.test/', 'http://INSIDE.test./']
/** Asked again and again: what it leads to has changed by then. */
const REBINDING_ASKED = 3

/** Hostile addresses, and names that change what they lead to, at every door; servers on loopback count who reaches them. */
export const proof: Proof = {
  promise: 'No caller can make the service fetch what only the service can reach',
  isQuick: false,
  minutes: 4,
  about: ['server/src/platform', 'server/src/core/events/webhooks'],
  measure: (options) => fetchAll(options, false),
  // The guard lifted, as for an intranet.
  control: (options) => fetchAll(options, true),
  holds: ({ hostile, reached, good, refused, rebound, let_through: letThrough }) =>
    Number(hostile) > DOORS * HOSTILE_URLS.length &&
    reached === 0 &&
    letThrough === 0 &&
    rebound === true &&
    good === DOORS * GOOD_URLS.length &&
    refused === 0,
}

const DOORS = 2

async function fetchAll({ say }: ProofOptions, isPrivateAllowed: boolean): Promise<Figures> {
  let reached = 0
  const inside = await Promise.all(PORTS.map((port) => listenInside(port, () => reached++)))
  const names = await openNameServer(REBINDING)
  const service = await runService({
    settings: { fetching: { isPrivateAllowed, nameServers: [`127.0.0.1:${names.port}`] } },
  })
  try {
    const doors = [await fileDoor(service), documentDoor(service)]
    const hostile = [...HOSTILE_URLS, ...INSIDE]
    let letThrough = 0
    let refused = 0
    for (const door of doors) {
      letThrough += await countLetThrough(door, hostile, say)
      // Let through as long as it is public; nothing is reached when it no longer is.
      for (let n = 0; n < REBINDING_ASKED; n++) await door.isRefused(door.rebinding)
      for (const url of GOOD_URLS) if (await door.isRefused(door.spell(url))) refused += 1
    }
    const rebound = doors.every(({ rebinding }) => names.asked(new URL(rebinding).hostname) > 1)
    const good = doors.length * GOOD_URLS.length
    return { hostile: doors.length * (hostile.length + 1), reached, let_through: letThrough, rebound, good, refused }
  } finally {
    await service.close()
    names.close()
    for (const server of inside) server.close()
  }
}

async function countLetThrough(door: Door, hostile: readonly string[], say: ProofOptions['say']): Promise<number> {
  let count = 0
  for (const url of hostile) {
    if (await door.isRefused(door.spell(url))) continue
    count += 1
    say(`${url} was let through at ${door.name}`)
  }
  return count
}

/** A connection is enough to be reached, whatever is spoken over it. */
async function listenInside(port: number, onReached: () => void): Promise<Server> {
  const server = createServer((socket) => {
    onReached()
    socket.destroy()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return server
}
