import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What can happen to a connection between a node and what it stands on. */
export type Fault =
  /** Every byte takes so much longer, either way. */
  | { kind: 'delay'; ms: number }
  /** Connections end, and none begins. */
  | { kind: 'cut' }
  /** Connections end in the middle of an answer, after so many bytes of it. */
  | { kind: 'tear'; afterBytes: number }
  /** Nothing comes through and no error is reported; what was sent arrives when it is over. */
  | { kind: 'black hole' }

/** A TCP proxy that fails on command. */
export type FaultProxy = {
  port: number
  /** From now on, until it is mended. */
  fail: (fault: Fault) => void
  mend: () => void
  close: () => void
}

type Target = { host: string; port: number }
type Pair = { client: Socket; server: Socket; answeredBytes: number }
type Way = { fault: Fault | undefined; pairs: Set<Pair> }

export async function startFaultProxy(target: Target): Promise<FaultProxy> {
  const way: Way = { fault: undefined, pairs: new Set() }
  const listener = createServer((client) => lead(way, client, target)).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('impossible: a port without a number')
  return {
    port: address.port,
    fail: (fault) => {
      way.fault = fault
      for (const pair of way.pairs) {
        pair.answeredBytes = 0
        if (fault.kind === 'cut') drop(way, pair)
        if (fault.kind === 'black hole') hold(pair)
      }
    },
    mend: () => {
      way.fault = undefined
      for (const { client, server } of way.pairs) for (const end of [client, server]) end.resume()
    },
    close: () => {
      listener.close()
      for (const pair of way.pairs) drop(way, pair)
    },
  }
}

function lead(way: Way, client: Socket, { host, port }: Target) {
  if (way.fault?.kind === 'cut') return void client.resetAndDestroy()
  const server = connect(port, host)
  const pair = { client, server, answeredBytes: 0 }
  way.pairs.add(pair)
  for (const end of [client, server]) {
    end.setNoDelay(true)
    end.on('error', () => {})
    end.on('close', () => drop(way, pair))
  }
  carry(way, client, server, () => false)
  carry(way, server, client, (bytes) => isTorn(way, pair, bytes))
  if (way.fault?.kind === 'black hole') hold(pair)
}

function drop({ pairs }: Way, pair: Pair) {
  pairs.delete(pair)
  pair.client.destroy()
  pair.server.destroy()
}

function hold({ client, server }: Pair) {
  client.pause()
  server.pause()
}

/** True: a part of these bytes was passed on, and the connection ends behind it. */
function isTorn(way: Way, pair: Pair, bytes: Buffer): boolean {
  if (way.fault?.kind !== 'tear') return false
  const left = way.fault.afterBytes - pair.answeredBytes
  pair.answeredBytes += bytes.length
  if (left >= bytes.length) return false
  pair.client.write(bytes.subarray(0, Math.max(left, 0)), () => drop(way, pair))
  return true
}

/** Bytes from one end to the other, in order, no faster than they are taken. */
function carry(way: Way, from: Socket, to: Socket, isEnded: (bytes: Buffer) => boolean) {
  let before: Promise<void> = Promise.resolve()
  const pass = (bytes: Buffer) => {
    if (to.destroyed || isEnded(bytes) || to.write(bytes)) return
    from.pause()
    to.once('drain', () => way.fault?.kind !== 'black hole' && from.resume())
  }
  from.on('data', (bytes: Buffer) => {
    const dueAt = way.fault?.kind === 'delay' ? performance.now() + way.fault.ms : 0
    before = before.then(() => until(dueAt)).then(() => pass(bytes))
  })
  from.on('end', () => void before.then(() => to.end()))
}

/** At once for what is due: a timer would take a millisecond for each answer. */
async function until(dueAt: number) {
  const leftMs = dueAt - performance.now()
  if (leftMs > 0) await pause(leftMs)
}
