import { createHash, randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import {
  type Admission,
  describeAdmitted,
  describeRefused,
  intervalMicros,
  type Limiter,
  type Policy,
  SLOT_LEASE_MS,
} from './limiter.ts'
import { createMemoryLimiter } from './limiter-memory.ts'

/** An answer that takes longer is not worth a caller's time. */
const ANSWER_MS = 50
/** After a failure Redis is left alone this long, so that not every request waits for it in vain. */
const PAUSE_MS = 1_000
const WARN_EVERY_MS = 60_000

/**
 * `draw` of limiter.ts and a slot, as one step on the clock of Redis, which all nodes share.
 * The slots are a sorted set of requests by the end of their lease.
 * Answers with the verdict (0 admitted, 1 too fast, 2 too many at once) and how far away the full bucket is.
 */
const ADMIT = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local interval = tonumber(ARGV[1])
local capacity = interval * tonumber(ARGV[2])
local fullAt = tonumber(redis.call('GET', KEYS[1]) or now)
fullAt = math.min(math.max(fullAt, now), now + capacity)
if fullAt + interval - now > capacity then return { 1, fullAt - now } end

redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now))
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[3]) then return { 2, fullAt - now } end

fullAt = fullAt + interval
local leaseMs = tonumber(ARGV[5])
redis.call('SET', KEYS[1], string.format('%.0f', fullAt), 'PX', math.ceil((fullAt - now) / 1000))
redis.call('ZADD', KEYS[2], string.format('%.0f', now + leaseMs * 1000), ARGV[4])
redis.call('PEXPIRE', KEYS[2], leaseMs)
return { 0, fullAt - now }
`
const ADMIT_SHA = createHash('sha1').update(ADMIT).digest('hex')

export type RedisLimiterOptions = {
  url: string
  warn: (message: string) => void
  slotLeaseMs?: number
  answerMs?: number
}

/** Counts the requests of all nodes together; while Redis cannot be reached, those of this node alone. */
export function createRedisLimiter(options: RedisLimiterOptions): Limiter {
  const { url, warn, slotLeaseMs = SLOT_LEASE_MS, answerMs = ANSWER_MS } = options
  const local = createMemoryLimiter()
  // What ails the connection; a request that meets it learns only that there is none.
  let trouble: Error | undefined
  const connection = connect(url, (error) => {
    trouble = error
  })
  let pausedUntil = Number.NEGATIVE_INFINITY
  let warnedAt = Number.NEGATIVE_INFINITY

  const pause = (error: unknown) => {
    const now = performance.now()
    pausedUntil = now + PAUSE_MS
    if (now < warnedAt + WARN_EVERY_MS) return
    warnedAt = now
    warn(`Redis cannot be reached; this node counts the requests it sees alone (${reasonOf(trouble ?? error)})`)
  }
  return {
    admit: async (subject, policy) => {
      if (performance.now() < pausedUntil) return local.admit(subject, policy)
      // Only requests of the first moments wait here, two seconds at most.
      const redis = await connection
      const shared = admitShared(redis, subject, policy, slotLeaseMs)
      try {
        return await inTime(shared, answerMs)
      } catch (error) {
        pause(error)
        // Should it be admitted after all, that slot would never be given back.
        shared.then(release, () => {})
        return local.admit(subject, policy)
      }
    },
    close: async () => {
      const redis = await connection
      redis.disconnect()
      await local.close()
    },
  }
}

async function connect(url: string, report: (trouble: Error | undefined) => void): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    // An old request must not be counted when the connection is back: it has been answered long ago.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    // A server that went silent: the connection is given up and a new one made.
    socketTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1_000),
    // The primary became a replica; its name may lead to the new primary.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  redis.on('error', report)
  redis.on('ready', () => report(undefined))
  // The client goes on trying by itself.
  await redis.connect().catch(() => {})
  return redis
}

async function admitShared(redis: Redis, subject: string, policy: Policy, slotLeaseMs: number): Promise<Admission> {
  // The braces put both keys on the same node of a cluster.
  const rateKey = `limiter:{${subject}}:rate`
  const slotsKey = `limiter:{${subject}}:slots`
  const requestId = randomUUID()
  const interval = intervalMicros(policy.perMinute)
  const values = [rateKey, slotsKey, interval, policy.perMinute, policy.atOnce, requestId, slotLeaseMs]
  // Safe: the script returns two integers.
  const [verdict, owedMicros] = (await runAdmit(redis, values)) as [number, number]
  if (verdict !== 0) return describeRefused(policy, owedMicros, verdict === 1 ? 'rate' : 'concurrency')
  return describeAdmitted(policy, owedMicros, () => {
    // If it fails, the lease ends.
    redis.zrem(slotsKey, requestId).catch(() => {})
  })
}

async function runAdmit(redis: Redis, values: (string | number)[]): Promise<unknown> {
  try {
    return await redis.evalsha(ADMIT_SHA, 2, ...values)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return redis.eval(ADMIT, 2, ...values)
  }
}

/** The error of a host with several addresses has no message, only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

function release(admission: Admission) {
  if (admission.admitted) admission.release()
}

function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // This process may have been too busy to read an answer that is there: the network is looked at before this runs.
      setImmediate(() => reject(new Error(`no answer within ${timeoutMs} ms`)))
    }, timeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
