import { hash, verify } from '@node-rs/argon2'
import { type BoundedWork, createBoundedWork } from '../../../platform/bounded-work.ts'
import type { Platform } from '../../../platform/context.ts'
import type { Settings } from '../../../platform/settings.ts'
import { tooManyAttempts } from '../../accounts/accounts.errors.ts'

/** What OWASP asks of argon2id: 19 MiB, two passes, one lane. The package's standard algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** In characters. */
export const PASSWORD_LENGTH = { minLength: 12, maxLength: 200 }

/** Behind those at work this many wait, some seconds each. Beyond that a login is refused, and the node serves on. */
const WAITING = 100
const WAIT_MS = 5_000

type HashSettings = Pick<Platform, 'settings'>

export function hashPassword(ctx: HashSettings, password: string): Promise<string> {
  return inTurn(ctx, () => hash(spelling(password), COST))
}

/** Takes as long for a user that does not exist (null) as for one that does: argon2 runs once either way. */
export async function isPassword(ctx: HashSettings, passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return inTurn(ctx, () => verify(passwordHash, spelling(password)))
  await hashPassword(ctx, password)
  return false
}

/** One line per node: its settings are one object. */
const lines = new WeakMap<Settings, BoundedWork>()

async function inTurn<T>({ settings }: HashSettings, work: () => Promise<T>): Promise<T> {
  const line =
    lines.get(settings) ??
    createBoundedWork({ atOnce: settings.ceilings.passwordsAtOnce, waiting: WAITING, waitMs: WAIT_MS })
  lines.set(settings, line)
  const done = await line.run(work)
  if (!done) throw tooManyAttempts(WAIT_MS / 1000)
  return done.outcome
}

/** Keyboards differ in how they compose the same characters. */
const spelling = (password: string) => password.normalize('NFKC')
