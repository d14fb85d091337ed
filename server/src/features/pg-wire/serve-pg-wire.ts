import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { NodeMetrics } from '../../platform/metrics.ts'
import type { Settings } from '../../platform/settings.ts'
import { wireError } from './protocol/wire-error.ts'
import type { Ground } from './session/admit-statement.ts'
import { Connection, type ConnectionParts } from './session/connection.ts'
import type { Session } from './session/session.ts'
import { measureStatements } from './wire-metrics.ts'

const MOST_NUMBER = 2 ** 31 - 1
/** How long statements may go on when the node stops. */
const LAST_MS = 10_000

export type PgSettings = NonNullable<Settings['pg']>
export type ServedPgWire = { host: string; port: number; close: () => Promise<void> }

type Entered = { session: Session; secret: number; credentialId: string }

/** Listens for clients of PostgreSQL's protocol. */
export async function servePgWire(ground: Ground, settings: PgSettings, metrics: NodeMetrics): Promise<ServedPgWire> {
  const connections = new Set<Connection>()
  const entered = new Map<number, Entered>()
  const onStatement = measureStatements(metrics, () => connections.size)
  const parts: ConnectionParts = {
    ground,
    secure: await secureContext(settings),
    onStatement,
    cancel: (pid, secret) => {
      const found = entered.get(pid)
      if (found?.secret === secret) found.session.cancel()
    },
    newKey: () => ({ pid: freeNumber(entered), secret: randomInt(1, MOST_NUMBER) }),
    enter: ({ pid, secret, credentialId, session }) => {
      const own = [...entered.values()].filter((other) => other.credentialId === credentialId).length
      if (own >= settings.connectionsPerCredential) throw tooManyConnections('of this token')
      entered.set(pid, { session, secret, credentialId })
      return () => void entered.delete(pid)
    },
  }
  const server = createServer({ pauseOnConnect: false }, (socket) => accept(socket))
  const accept = (socket: Socket) => {
    if (connections.size >= settings.connections) return void socket.destroy()
    const connection = new Connection(socket, parts)
    connections.add(connection)
    void connection.serve().finally(() => connections.delete(connection))
  }
  await listen(server, settings)
  // Safe: it listens on a port.
  const { port } = server.address() as AddressInfo
  return { host: settings.host, port, close: () => close(server, connections) }
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
