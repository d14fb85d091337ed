import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { newSales } from '../../../test/new-sales.ts'
import { connectPg, type PgPlace } from '../../../test/pg-clients.ts'
import { startService } from '../../../test/service.ts'

const MEGABYTE = 1024 * 1024

/** An account has half of the six connections, and 2 MB of messages. */
const service = startService({
  settings: {
    accountShare: 50,
    pg: {
      host: '127.0.0.1',
      port: 0,
      tls: null,
      connections: 6,
      connectionsPerCredential: 6,
      messageBytes: 4 * MEGABYTE,
    },
  },
})

async function newPlace(): Promise<PgPlace & { another: () => Promise<PgPlace> }> {
  const { owner, at } = await newSales(service)
  const place = {
    port: service.running.apis[0]?.pgPort ?? 0,
    database: at.split('/').at(-1) ?? '',
    password: await service.newToken(owner),
  }
  return { ...place, another: async () => ({ ...place, password: await service.newToken(owner) }) }
}

test('messages that are not whole are held up to the share of an account; others go on', async () => {
  const [flooding, other] = [await newPlace(), await newPlace()]

  const first = await loggedIn(flooding)
  first.write(unfinished('Q', 1.9 * MEGABYTE, 1.5 * MEGABYTE))
  const second = await loggedIn(flooding)
  second.write(unfinished('Q', 1.9 * MEGABYTE, 1.5 * MEGABYTE))

  expect(await said(second)).toContain('C53200')
  const client = await connectPg(other)
  expect((await client.query('SELECT count(*) AS n FROM sales')).rows).toEqual([{ n: '3' }])
  await client.end()
})

test('what a connection held is free for the next when it is gone', async () => {
  const place = await newPlace()
  for (let n = 0; n < 4; n++) {
    const socket = await loggedIn(place)
    socket.write(unfinished('Q', 1.9 * MEGABYTE, 1.8 * MEGABYTE))
    socket.destroy()
    await once(socket, 'close')
  }

  const client = await connectPg(place)

  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test.each([
  ['before the password is right', 'p'],
  ['once the client is let in', 'Q'],
])('a message longer than one may be is refused by its length alone, %s', async (_, letter) => {
  const place = await newPlace()
  const socket = letter === 'p' ? await started(place) : await loggedIn(place)

  socket.write(unfinished(letter, letter === 'p' ? 20_000 : 3 * MEGABYTE, 10))

  expect(await said(socket)).toContain('C08P01')
})

test('an account has half of the connections of a node, whatever its tokens are', async () => {
  const [place, other] = [await newPlace(), await newPlace()]
  const clients = [await connectPg(place), await connectPg(await place.another()), await connectPg(place)]

  await expect(connectPg(await place.another())).rejects.toMatchObject({ code: '53300' })

  const theirs = await connectPg(other)
  expect((await theirs.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  for (const client of [...clients, theirs]) await client.end()
})

test('clients that do not say who they are leave half of the connections to others', async () => {
  const place = await newPlace()
  const silent = await Promise.all(Array.from({ length: 3 }, () => opened(place)))

  expect(await said(await opened(place))).toContain('C53300')

  for (const socket of silent) {
    socket.destroy()
    await once(socket, 'close')
  }
  const client = await connectPg(place)
  await client.end()
})

async function opened({ port }: PgPlace): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Asked for its password. */
async function started(place: PgPlace): Promise<Socket> {
  const socket = await opened(place)
  const text = Buffer.from(`user\0reader\0database\0${place.database}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + text.length, 0)
  head.writeInt32BE(3 << 16, 4)
  socket.write(Buffer.concat([head, text]))
  await once(socket, 'data')
  return socket
}

async function loggedIn(place: PgPlace): Promise<Socket> {
  const socket = await started(place)
  const text = Buffer.from(`${place.password}\0`)
  socket.write(Buffer.concat([message('p', text.length), text]))
  await once(socket, 'data')
  return socket
}

function message(letter: string, bodyBytes: number): Buffer {
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeInt32BE(4 + bodyBytes, 1)
  return head
}

/** A message of which only the beginning is sent. */
const unfinished = (letter: string, bytes: number, sent: number) =>
  Buffer.concat([message(letter, Math.round(bytes)), Buffer.alloc(Math.round(sent), 'a')])

/** All that the service says until it ends the connection. */
async function said(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1')
  })
  if (!socket.destroyed) await once(socket, 'close')
  return text
}
