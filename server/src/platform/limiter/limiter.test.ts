import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Admission, draw, intervalMicros, type Limiter, type Policy, SLOT_LEASE_MS } from './limiter.ts'
import { createMemoryLimiter } from './limiter-memory.ts'
import { createRedisLimiter } from './limiter-redis.ts'
import { createLimiter } from './open-limiter.ts'

const MANY = 100_000
/** A test's machine may be busy; how long a caller waits for Redis is shown elsewhere. */
const PATIENT_MS = 10_000

describe.each([
  ['in memory', () => createMemoryLimiter()],
  ['in Redis', () => createRedisLimiter({ url: redisUrl(), warn: unwanted, answerMs: PATIENT_MS })],
])('a limiter %s', (_, open) => {
  test('a credential may spend its whole limit at once, and not one request more', async () => {
    const { limiter, subject } = use(open())

    const admissions = await burst(limiter, subject, 70, { perMinute: 50, atOnce: MANY })

    expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(50)
    expect(admissions.slice(50).every((refused) => !refused.admitted && refused.reason === 'rate')).toBe(true)
    expect(admissions.slice(0, 51).map(({ remaining }) => remaining)).toEqual([...Array(50).keys()].reverse().concat(0))
    // A request is back after 1.2 seconds, all of them after a minute; a slow machine has spent some of that.
    expect(admissions[50]).toMatchObject({
      limit: 50,
      resetSeconds: expect.toBeOneOf([59, 60]),
      retryAfterSeconds: expect.toBeOneOf([1, 2]),
    })
  })

  test('an answer tells what is left and when all of it will be back', async () => {
    const { limiter, subject } = use(open())

    const first = await limiter.admit(subject, { perMinute: 60, atOnce: 1 })
    const refused = await limiter.admit(subject, { perMinute: 60, atOnce: 1 })

    expect(first).toMatchObject({ admitted: true, limit: 60, remaining: 59, resetSeconds: 1 })
    expect(refused).toMatchObject({ admitted: false, remaining: 59, retryAfterSeconds: 1 })
  })

  test('after a burst requests are admitted at the steady rate', async () => {
    const { limiter, subject } = use(open())
    const policy = { perMinute: 240, atOnce: MANY }
    await burst(limiter, subject, 250, policy)

    await sleep(600)
    const admissions = await burst(limiter, subject, 10, policy)

    // One request per 250 ms; the machine may have slept longer than it was asked to.
    expect(admissions.filter(({ admitted }) => admitted).length).toBeOneOf([2, 3, 4])
  })

  test('a credential has so many requests running at once; when one ends, another may begin', async () => {
    const { limiter, subject } = use(open())
    const policy = { perMinute: 60, atOnce: 20 }
    const admissions = await burst(limiter, subject, 25, policy)
    expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(20)
    expect(admissions[20]).toMatchObject({ admitted: false, reason: 'concurrency', remaining: 40 })

    // Ending twice is ending once.
    release(admissions[0])
    release(admissions[0])
    const next = await burst(limiter, subject, 2, policy)

    expect(next.map(({ admitted }) => admitted)).toEqual([true, false])
  })

  test('what one credential spends, another does not miss', async () => {
    const { limiter, subject } = use(open())
    const policy = { perMinute: 5, atOnce: 5 }
    await burst(limiter, subject, 6, policy)

    const other = await burst(limiter, randomUUID(), 5, policy)

    expect(other.every(({ admitted }) => admitted)).toBe(true)
  })

  test('a limit that is lowered holds from the next request on', async () => {
    const { limiter, subject } = use(open())
    await burst(limiter, subject, 300, { perMinute: 600, atOnce: MANY })

    const lowered = await burst(limiter, subject, 20, { perMinute: 20, atOnce: MANY })

    // Half of a minute's worth was spent, so half of the new limit is left.
    expect(lowered.filter(({ admitted }) => admitted).length).toBeOneOf([10, 11])
  })
})

describe('the arithmetic', () => {
  /** Before each burst a pause in tenths of the steady interval: none, around exact steps, or a long rest. */
  const pause = fc.oneof(
    fc.constant(0),
    fc.nat(30),
    fc.nat(50).map((n) => n * 10),
    fc.nat(50_000),
  )
  const bursts = fc.array(fc.record({ pause, percent: fc.nat(120) }), { maxLength: 12 })

  test('a limiter decides every request as a bucket of tokens does that gets one per interval', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2_000 }), bursts, async (perMinute, steps) => {
        const { limited, tokens } = await compare(perMinute, intervalMicros(perMinute), steps)

        expect(limited).toEqual(tokens)
      }),
    )
  })

  test('that interval is the limit over a minute, never longer and shorter by the rounding only', async () => {
    await fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (perMinute) => {
        const rounding = 60_000_000 / perMinute - intervalMicros(perMinute)

        expect(rounding).toBeGreaterThanOrEqual(0)
        expect(rounding).toBeLessThan(1)
      }),
    )
    expect([1, 60, 600, 1_200, 6_000].map(intervalMicros)).toEqual([60e6, 1e6, 1e5, 5e4, 1e4])
  })

  test('after the clock was set back by an hour no caller waits longer than for one full bucket', () => {
    const hour = 3600e6
    const { fullAtMicros } = draw(10 * hour, 9 * hour, 60)

    expect(fullAtMicros - 9 * hour).toBe(60e6)
  })
})

describe('a limiter in memory', () => {
  test('subjects that rest are forgotten, those with requests running are not', async () => {
    let now = 0
    const limiter = createMemoryLimiter(() => now)
    await limiter.admit('running', { perMinute: 600, atOnce: 1 })

    for (let n = 0; n < 50_000; n++) {
      now += 1000
      release(await limiter.admit(`visitor ${n}`, { perMinute: 600, atOnce: 1 }))
    }

    expect(limiter.subjectCount()).toBeLessThanOrEqual(1_000)
    expect(await limiter.admit('running', { perMinute: 600, atOnce: 1 })).toMatchObject({ reason: 'concurrency' })
  })

  test('a slot that is never given back comes free when its lease ends', async () => {
    let now = 0
    const limiter = createMemoryLimiter(() => now)
    await limiter.admit('one', { perMinute: 600, atOnce: 1 })

    now = SLOT_LEASE_MS * 1000 - 1
    expect(await limiter.admit('one', { perMinute: 600, atOnce: 1 })).toMatchObject({ admitted: false })
    now = SLOT_LEASE_MS * 1000
    expect(await limiter.admit('one', { perMinute: 600, atOnce: 1 })).toMatchObject({ admitted: true })
  })

  test('is what a service without Redis gets', async () => {
    const { limiter } = use(createLimiter({ redisUrl: null, warn: unwanted }))

    expect(limiter).toHaveProperty('subjectCount')
  })
})

type Step = { pause: number; percent: number }

/** The same requests at the same moments, to a limiter and to the textbook's bucket of tokens. */
async function compare(perMinute: number, microsPerToken: number, steps: Step[]) {
  let now = 0
  const limiter = createMemoryLimiter(() => now)
  const bucket = createTokenBucket(perMinute, microsPerToken)
  const limited: boolean[] = []
  const tokens: boolean[] = []
  for (const { pause, percent } of steps) {
    now += Math.floor((pause * microsPerToken) / 10)
    for (let n = 0; n < Math.ceil((perMinute * percent) / 100); n++) {
      const admission = await limiter.admit('one', { perMinute, atOnce: 1 })
      release(admission)
      limited.push(admission.admitted)
      tokens.push(bucket.take(now))
    }
  }
  return { limited, tokens }
}

/** Full at first. A token is worth so many microseconds, so that time itself fills the bucket in exact integers. */
function createTokenBucket(size: number, microsPerToken: number) {
  let level = size * microsPerToken
  let seenMicros = 0
  return {
    take: (nowMicros: number) => {
      level = Math.min(size * microsPerToken, level + nowMicros - seenMicros)
      seenMicros = nowMicros
      if (level < microsPerToken) return false
      level -= microsPerToken
      return true
    },
  }
}

function use(limiter: Limiter) {
  onTestFinished(() => limiter.close())
  return { limiter, subject: randomUUID() }
}

async function burst(limiter: Limiter, subject: string, requests: number, policy: Policy): Promise<Admission[]> {
  const admissions: Admission[] = []
  for (let n = 0; n < requests; n++) admissions.push(await limiter.admit(subject, policy))
  return admissions
}

function release(admission: Admission | undefined) {
  if (admission?.admitted) admission.release()
}

function redisUrl(): string {
  const url = process.env.REDIS_URL
  if (!url) throw new Error('REDIS_URL is not set: run scripts/services start')
  return url
}

/** A limiter that counts by itself must not be taken for one that shares. */
function unwanted(message: string) {
  throw new Error(`unexpected warning: ${message}`)
}
