import type { Limiter } from './limiter.ts'
import { createMemoryLimiter } from './limiter-memory.ts'
import { createRedisLimiter } from './limiter-redis.ts'

export type LimiterOptions = { redisUrl: string | null; warn: (message: string) => void }

/** Without Redis every node has limits of its own, which is right as long as there is one. */
export function createLimiter({ redisUrl, warn }: LimiterOptions): Limiter {
  return redisUrl === null ? createMemoryLimiter() : createRedisLimiter({ url: redisUrl, warn })
}
