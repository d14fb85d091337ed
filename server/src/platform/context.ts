import type { Blobs } from './blobs.ts'
import type { Caller } from './caller.ts'
import type { Keyring } from './keyring.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Db } from './postgres.ts'
import type { Settings } from './settings.ts'

/** What everything stands on. */
export type Platform = {
  db: Db
  blobs: Blobs
  keyring: Keyring
  mailer: Mailer
  settings: Settings
  log: Log
  now: () => Date
}

/** A request from somebody not known (yet). */
export type PublicContext = Platform & {
  requestId: string
  /** Network address of the client. */
  ip: string
}

/** A request whose caller is known: the first argument of every verb. */
export type Context = PublicContext & { caller: Caller }
