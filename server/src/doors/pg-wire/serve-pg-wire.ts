import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { NodeMetrics } from '../../platform/metrics.ts'
import type { Settings } from '../../platform/settings.ts'
import { SharedBytes, shareOf } from '../../platform/shares.ts'
import * as backend from './protocol/backend.ts'
import { wireError } from './protocol/wire-error.ts'
import type { AdmissionContext } from './session/admit-statement.ts'
import { Connection, type ConnectionParts } from './session/connection.ts'
import type { Session } from './session/session.ts'
import { measureStatements } from './wire-metrics.ts'

const MOST_NUMBER = 2 ** 31 - 1
/** Clients that are not let in yet may have one connection in so many. */
const STRANGERS = 2
const GOODBYE_MS = 1_000
/** How long statements may go on when the node stops. */
const LAST_MS = 10_000

export type PgSettings = NonNullable<Settings['pg']>
export type ServedPgWire = { host: string; port: number; close: () => Promise<void> }

type Entered = { session: Session; secret: number; accountId: string; credentialId: string }

/** Listens for clients of PostgreSQL's protocol. */
export async function servePgWire(
  ground: AdmissionContext,
  settings: PgSettings,
  metrics: NodeMetrics,
): Promise<ServedPgWire> {
  const connections = new Set<Connection>()
  const entered = new Map<number, Entered>()
  const messages = messageBytes(ground, settings)
  const onStatement = measureStatements(metrics, () => connections.size)
  const perAccount = shareOf(settings.connections, ground.platform.settings.accountShare)
  const strangers = Math.max(1, Math.ceil(settings.connections / STRANGERS))
  const parts: ConnectionParts = {
    ground,
    secure: await secureContext(settings),
    onStatement,
    cancel: (pid, secret) => {
      const found = entered.get(pid)
      if (found?.secret === secret) found.session.cancel()
    },
    newKey: () => ({ pid: freeNumber(entered), secret: randomInt(1, MOST_NUMBER) }),
    hold: () => messages.hold(''),
    enter: ({ pid, secret, accountId, credentialId, session }) => {
      const own = [...entered.values()].filter((other) => other.accountId === accountId)
      const ofToken = own.filter((other) => other.credentialId === credentialId).length
      if (ofToken >= settings.connectionsPerCredential) throw tooManyConnections('of this token')
      if (own.length >= perAccount) throw tooManyConnections('of this account')
      entered.set(pid, { session, secret, accountId, credentialId })
      return () => void entered.delete(pid)
    },
  }
  const server = createServer({ pauseOnConnect: false }, (socket) => accept(socket))
  const accept = (socket: Socket) => {
    const isFull = connections.size >= settings.connections || connections.size - entered.size >= strangers
    if (isFull) return turnAway(socket)
    const connection = new Connection(socket, parts)
    connections.add(connection)
    void connection.serve().finally(() => connections.delete(connection))
  }
  await listen(server, settings)
  // Safe: it listens on a port.
  const { port } = server.address() as AddressInfo
  return { host: settings.host, port, close: () => close(server, connections) }
}

/** Clients that are not let in yet count as one account. */
function messageBytes({ platform }: AdmissionContext, { messageBytes: total }: PgSettings): SharedBytes {
  return new SharedBytes({ total, perOwner: shareOf(total, platform.settings.accountShare) })
}

/** Said before the client has said anything, as PostgreSQL does it when it has no process for it. */
function turnAway(socket: Socket) {
  socket.on('error', () => {})
  socket.resume()
  socket.end(backend.errorResponse(tooManyConnections('on this node'), undefined))
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
}

const tooManyConnections = (whose: string) =>
  wireError('53300', `too many connections ${whose}`, {
    hint: 'Close some, or use a pool of connections.',
    isFatal: true,
  })

function freeNumber(entered: ReadonlyMap<number, unknown>): number {
  for (;;) {
    const pid = randomInt(1, MOST_NUMBER)
    if (!entered.has(pid)) return pid
  }
}

async function secureContext({ tls }: PgSettings): Promise<SecureContext | null> {
  if (!tls) return null
  const [cert, key] = await Promise.all([readFile(tls.cert), readFile(tls.key)])
  return createSecureContext({ cert, key, minVersion: 'TLSv1.2' })
}

const listen = (server: Server, { host, port }: PgSettings) =>
  new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))

/** Idle clients are disconnected at once; the others have some seconds. */
async function close(server: Server, connections: ReadonlySet<Connection>) {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const connection of connections) connection.retire()
  const last = setTimeout(() => {
    for (const connection of connections) connection.destroy()
  }, LAST_MS)
  await closed
  clearTimeout(last)
}
