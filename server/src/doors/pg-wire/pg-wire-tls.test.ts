import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect as connectPlain, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, createSecureContext, type TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { newSales } from '../../../test/new-sales.ts'
import { startService } from '../../../test/service.ts'
import { createLog } from '../../platform/log.ts'
import { SharedBytes } from '../../platform/shares.ts'
import type { AdmissionContext } from './session/admit-statement.ts'
import { Connection } from './session/connection.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-pg-tls-'))
const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
const SELF_SIGNED = [
  'req',
  '-x509',
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:prime256v1',
  '-nodes',
  '-days',
  '2',
]
const NAMES = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
execFileSync('openssl', [...SELF_SIGNED, ...NAMES, '-keyout', tls.key, '-out', tls.cert], { stdio: 'ignore' })
const ca = readFileSync(tls.cert)

const service = startService({
  settings: {
    pg: { host: '127.0.0.1', port: 0, tls, connections: 50, connectionsPerCredential: 40, messageBytes: 2 ** 26 },
  },
})

afterAll(() => rmSync(folder, { recursive: true }))

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

function startupMessage(parameters: Record<string, string>): Buffer {
  const texts = [...Object.entries(parameters).flat(), ''].map((text) => `${text}\0`).join('')
  const message = Buffer.alloc(8 + Buffer.byteLength(texts))
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(3 << 16, 4)
  message.write(texts, 8)
  return message
}

const port = () => service.running.apis[0]?.pgPort ?? 0

/** The next bytes that come, as text. */
async function heard(socket: Socket): Promise<string> {
  const [bytes] = await once(socket, 'data')
  return Buffer.from(bytes).toString('latin1')
}

async function newReader() {
  const made = await newSales(service)
  return { password: await service.newToken(made.owner), database: made.at.split('/').at(-1) ?? '' }
}

test('a client that asks for TLS reads rows over it', async () => {
  const { password, database } = await newReader()
  const client = new pg.Client({
    host: 'localhost',
    port: port(),
    user: 'reader',
    database,
    password,
    ssl: { ca, servername: 'localhost' },
  })

  await client.connect()
  const { rows } = await client.query('SELECT count(*)::INTEGER AS n FROM sales')
  await client.end()

  expect(rows).toEqual([{ n: 3 }])
})

test('a client that begins with TLS at once is understood, and chooses the protocol by its name', async () => {
  const socket = connectTls({
    port: port(),
    host: '127.0.0.1',
    servername: 'localhost',
    ca,
    ALPNProtocols: ['postgresql'],
  })
  await once(socket, 'secureConnect')

  socket.write(startupMessage({ user: 'reader', database: 'wb_none' }))

  expect(socket.alpnProtocol).toBe('postgresql')
  // A password in the clear, which by now is inside of TLS.
  expect(await heard(socket)).toBe('R\0\0\0\b\0\0\0\x03')
  socket.destroy()
})

test('a certificate that was not issued for the service is refused by the client, and the next one is served', async () => {
  const { password, database } = await newReader()
  const place = { host: 'localhost', port: port(), user: 'reader', database, password }

  const stranger = new pg.Client({ ...place, ssl: { servername: 'localhost' } })
  await expect(stranger.connect()).rejects.toThrow('self-signed')
  const client = new pg.Client({ ...place, ssl: { ca, servername: 'localhost' } })
  await client.connect()

  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test('what was sent unencrypted behind the request for TLS is refused: another could have put it there', async () => {
  const socket = connectPlain(port(), '127.0.0.1')

  socket.write(Buffer.concat([SSL_REQUEST, startupMessage({ user: 'reader', database: 'wb_none' })]))

  expect(await heard(socket)).toContain('received unencrypted data after SSL request')
  socket.destroy()
})

/** The door at a socket without a network address, which is no more this machine's than any other. */
async function openElsewhere() {
  const path = join(folder, `door-${Math.random()}`)
  // Safe: a client that is refused before its password needs nothing but somewhere to write faults.
  const ground = { platform: { log: createLog('silent') } } as unknown as AdmissionContext
  const secure = createSecureContext({ cert: ca, key: readFileSync(tls.key) })
  const parts = {
    ground,
    cancel: () => {},
    enter: () => () => {},
    hold: () => new SharedBytes({ total: 100_000, perOwner: 100_000 }).hold(''),
    newKey: () => ({ pid: 1, secret: 1 }),
    onStatement: () => {},
  }
  const open = (isOffered: boolean) =>
    createServer((socket) => void new Connection(socket, { ...parts, secure: isOffered ? secure : null }).serve())
  return { path, open }
}

test.each([
  [true, 'Connect with sslmode=require.'],
  [false, 'Ask the operator to set SVC_PG_TLS_CERT'],
])('a password is not asked for in the clear from elsewhere (TLS offered: %s)', async (isOffered, hint) => {
  const { path, open } = await openElsewhere()
  const server = open(isOffered).listen(path)
  await once(server, 'listening')
  const socket = connectPlain(path)

  socket.write(startupMessage({ user: 'reader', database: 'wb_none' }))
  const said = await heard(socket)

  expect(said[0]).toBe('E')
  expect(said).toContain('C28000\0')
  expect(said).toContain(hint)
  socket.destroy()
  server.close()
})

test('from elsewhere the password is asked for once the connection is encrypted', async () => {
  const { path, open } = await openElsewhere()
  const server = open(true).listen(path)
  await once(server, 'listening')
  const plain = connectPlain(path)
  plain.write(SSL_REQUEST)
  expect(await heard(plain)).toBe('S')
  const socket: TLSSocket = connectTls({ socket: plain, ca, servername: 'localhost' })
  await once(socket, 'secureConnect')

  socket.write(startupMessage({ user: 'reader', database: 'wb_none' }))

  expect(await heard(socket)).toMatch(/^R/)
  socket.destroy()
  server.close()
})
