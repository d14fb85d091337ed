import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Admission, Limiter, Policy } from './limiter.ts'
import { createRedisLimiter, type RedisLimiterOptions } from './limiter-redis.ts'

const MANY = 100_000
/** A busy machine's Redis answers late; only tests about its silence are in a hurry. */
const PATIENT_MS = 10_000
const HURRIED_MS = 50

test('three nodes admit together what one credential may spend, and not more', async () => {
  const nodes = [openNode(), openNode(), openNode()]

  const admissions = await burst(nodes, randomUUID(), 40, { perMinute: 50, atOnce: MANY })

  // 1.2 seconds bring one more request; a slow machine may need them.
  expect(countAdmitted(admissions)).toBeOneOf([50, 51])
})

test('three nodes together run as many requests of a credential at once as one would', async () => {
  const nodes = [openNode(), openNode(), openNode()]
  const subject = randomUUID()
  const policy = { perMinute: 6_000, atOnce: 20 }

  const admissions = await burst(nodes, subject, 20, policy)
  expect(countAdmitted(admissions)).toBe(20)

  for (const admission of admissions) release(admission)
  await vi.waitFor(async () => expect(await countSlots(subject)).toBe(0), { timeout: PATIENT_MS })
  expect(countAdmitted(await burst(nodes, subject, 20, policy))).toBe(20)
})

test('the slots of a node that died come free when their lease ends, those of others stay', async () => {
  const dying = openNode({ slotLeaseMs: 3_000 })
  const living = openNode({ slotLeaseMs: 3_000 })
  const subject = randomUUID()
  const policy = { perMinute: 600, atOnce: 5 }
  await burst([dying], subject, 4, policy)
  await dying.close()

  await sleep(1_500)
  const early = await burst([living], subject, 2, policy)
  await sleep(2_000)
  const late = await burst([living], subject, 5, policy)

  expect([countAdmitted(early), countAdmitted(late)]).toEqual([1, 4])
})

test('limits hold when Redis has forgotten the script, as after a restart', async () => {
  const node = openNode()
  const subject = randomUUID()
  const policy = { perMinute: 10, atOnce: MANY }
  await burst([node], subject, 5, policy)

  await openRedis().script('FLUSH')
  const admissions = await burst([node], subject, 10, policy)

  expect(countAdmitted(admissions)).toBe(5)
})

test('Redis keeps nothing of a credential that rests', async () => {
  const redis = openRedis()
  const subject = randomUUID()

  await burst([openNode({ slotLeaseMs: 1_000 })], subject, 1, { perMinute: 60, atOnce: MANY })

  expect(await redis.get(`limiter:{${subject}}:rate`)).toMatch(/^\d{16}$/)
  expect(await redis.keys(`*${subject}*`)).toHaveLength(2)
  await vi.waitFor(async () => expect(await redis.keys(`*${subject}*`)).toEqual([]), { timeout: 3_000 })
})

test('after the clock of Redis was set back no caller waits longer than for one full bucket', async () => {
  const subject = randomUUID()
  const inAnHourMicros = (Date.now() + 3_600_000) * 1000
  await openRedis().set(`limiter:{${subject}}:rate`, inAnHourMicros)

  const refused = await openNode().admit(subject, { perMinute: 60, atOnce: 1 })

  expect(refused).toMatchObject({ admitted: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 1 })
})

test('a node too busy to read the answer in time does not take Redis for gone', async () => {
  const node = openNode({ answerMs: HURRIED_MS })
  const policy = { perMinute: 600, atOnce: MANY }
  await node.admit(randomUUID(), policy)

  const admission = node.admit(randomUUID(), policy)
  // The request leaves in a microtask; nothing is read before the loop turns.
  for (let n = 0; n < 10; n++) await Promise.resolve()
  // The thread stands still and leaves its processor to Redis, which a busy loop would take from it on a small machine.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * HURRIED_MS)

  // A warning would make it throw.
  expect(await admission).toMatchObject({ admitted: true })
})

test('while Redis is gone a node keeps the limits by itself, says so once, and shares them again later', async () => {
  const line = await openLine()
  const warn = vi.fn()
  const node = openNode({ url: line.url, warn })
  const subject = randomUUID()
  const policy = { perMinute: 10, atOnce: MANY }
  expect(countAdmitted(await burst([node], subject, 15, policy))).toBe(10)

  await line.cut()
  const alone = await burst([node], subject, 15, policy)
  const again = await burst([node], subject, 15, policy)
  await line.mend()

  expect([countAdmitted(alone), countAdmitted(again)]).toEqual([10, 0])
  await expectShared(node)
  expect(warn).toHaveBeenCalledOnce()
})

test('a node that starts without Redis serves, and shares its limits once Redis is there', async () => {
  const line = await openLine()
  await line.cut()
  const warn = vi.fn()
  const node = openNode({ url: line.url, warn })

  const alone = await burst([node], randomUUID(), 15, { perMinute: 10, atOnce: MANY })
  await line.mend()

  expect(countAdmitted(alone)).toBe(10)
  await expectShared(node)
  expect(warn.mock.calls).toEqual([[expect.stringContaining('ECONNREFUSED')]])
})

test('a Redis that does not answer delays the first request a moment, and its late answer holds no slot', async () => {
  const line = await openLine()
  const node = openNode({ url: line.url, warn: () => {}, answerMs: HURRIED_MS })
  const subject = randomUUID()
  await node.admit(randomUUID(), { perMinute: 600, atOnce: 1 })

  line.holdAnswers()
  const startedMs = performance.now()
  const alone: Admission[] = []
  for (let n = 0; n < 100; n++) alone.push(await node.admit(subject, { perMinute: 600, atOnce: 1 }))
  const tookMs = performance.now() - startedMs

  // A hundred moments would be five seconds.
  expect(tookMs).toBeLessThan(2_500)
  expect(countAdmitted(alone)).toBe(1)
  expect(await countSlots(subject)).toBe(1)
  line.passAnswers()
  await vi.waitFor(async () => expect(await countSlots(subject)).toBe(0), { timeout: PATIENT_MS })
})

test('a connection on which Redis fell silent for good is replaced', async () => {
  const line = await openLine()
  const node = openNode({ url: line.url, warn: () => {}, answerMs: HURRIED_MS })
  await node.admit(randomUUID(), { perMinute: 600, atOnce: 1 })

  // Those there are; new ones pass.
  line.holdAnswers()
  await node.admit(randomUUID(), { perMinute: 600, atOnce: 1 })

  await expectShared(node)
})

function openNode(options: Partial<RedisLimiterOptions> = {}): Limiter {
  const limiter = createRedisLimiter({ url: redisUrl(), warn: unwanted, answerMs: PATIENT_MS, ...options })
  onTestFinished(() => limiter.close())
  return limiter
}

function openRedis(): Redis {
  const redis = new Redis(redisUrl())
  onTestFinished(() => redis.disconnect())
  return redis
}

/** What another node has spent, this node must refuse. */
async function expectShared(node: Limiter) {
  const other = openNode()
  const policy = { perMinute: 5, atOnce: MANY }
  const attempt = async () => {
    const subject = randomUUID()
    await burst([other], subject, 5, policy)
    expect(await node.admit(subject, policy)).toMatchObject({ admitted: false })
  }
  await vi.waitFor(attempt, { timeout: 10_000 })
}

/** A way to Redis that can fail. */
async function openLine() {
  const target = new URL(redisUrl())
  const ends = new Set<{ client: Socket; redis: Socket }>()
  const server = createServer((client) => {
    const redis = connect(Number(target.port || 6379), target.hostname)
    ends.add({ client, redis })
    for (const socket of [client, redis]) socket.on('error', () => {})
    client.pipe(redis).pipe(client)
  })
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  const cut = async () => {
    for (const end of ends) for (const socket of [end.client, end.redis]) socket.destroy()
    ends.clear()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  await listen(0)
  onTestFinished(cut)
  // Safe: a TCP server that listens has a port.
  const { port } = server.address() as AddressInfo
  const url = Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href
  return {
    url,
    cut,
    mend: () => listen(port),
    holdAnswers: () => {
      for (const { client, redis } of ends) redis.unpipe(client)
    },
    passAnswers: () => {
      for (const { client, redis } of ends) redis.pipe(client)
    },
  }
}

async function burst(nodes: Limiter[], subject: string, requestsOfEach: number, policy: Policy) {
  const requests = nodes.flatMap((node) => Array.from({ length: requestsOfEach }, () => node.admit(subject, policy)))
  return Promise.all(requests)
}

function countAdmitted(admissions: Admission[]): number {
  return admissions.filter(({ admitted }) => admitted).length
}

function countSlots(subject: string): Promise<number> {
  return openRedis().zcard(`limiter:{${subject}}:slots`)
}

function release(admission: Admission) {
  if (admission.admitted) admission.release()
}

function redisUrl(): string {
  const url = process.env.REDIS_URL
  if (!url) throw new Error('REDIS_URL is not set: run scripts/services start')
  return url
}

/** A node that counts by itself must not be taken for one that shares. */
function unwanted(message: string) {
  throw new Error(`unexpected warning: ${message}`)
}
