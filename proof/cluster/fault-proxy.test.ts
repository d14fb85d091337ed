import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startFaultProxy } from './fault-proxy.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** An echo server behind a proxy. */
async function startEcho() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => socket.write(bytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const proxy = await startFaultProxy({ host: '127.0.0.1', port })
  closers.push(() => server.close(), proxy.close)
  return proxy
}

async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('data', (bytes) => heard.push(bytes))
  socket.on('error', () => {})
  closers.push(() => socket.destroy())
  await once(socket, 'connect')
  const text = () => Buffer.concat(heard).toString()
  return { socket, text, hears: (wanted: string) => until(() => text() === wanted) }
}

async function until(isSo: () => boolean) {
  while (!isSo()) await pause(5)
}

const isClosed = (socket: Socket) => until(() => socket.destroyed)

test('without a fault everything passes, either way', async () => {
  const { port } = await startEcho()
  const { socket, hears } = await open(port)

  socket.write('ab')

  await hears('ab')
})

test('a cut ends connections and lets none begin until it is mended', async () => {
  const proxy = await startEcho()
  const before = await open(proxy.port)

  proxy.fail({ kind: 'cut' })
  const meanwhile = connect(proxy.port, '127.0.0.1').on('error', () => {})
  await isClosed(before.socket)
  await isClosed(meanwhile)
  proxy.mend()
  const after = await open(proxy.port)
  after.socket.write('x')

  await after.hears('x')
})

test('a torn answer ends after as many bytes as were said', async () => {
  const proxy = await startEcho()
  const { socket, text } = await open(proxy.port)

  proxy.fail({ kind: 'tear', afterBytes: 3 })
  socket.write('abcd')
  await isClosed(socket)

  expect(text()).toBe('abc')
})

test('a black hole reports no error, and what was sent into it arrives when it is over', async () => {
  const proxy = await startEcho()
  const { socket, text, hears } = await open(proxy.port)

  proxy.fail({ kind: 'black hole' })
  socket.write('ab')
  await pause(50)
  const meanwhile = text()
  proxy.mend()
  await hears('ab')

  expect(meanwhile).toBe('')
})

test('a delay keeps the order, also of what is sent when it is over', async () => {
  const proxy = await startEcho()
  const { socket, hears } = await open(proxy.port)

  proxy.fail({ kind: 'delay', ms: 100 })
  socket.write('a')
  await pause(20)
  proxy.mend()
  socket.write('b')

  await hears('ab')
})
