import type { Ahead } from './ahead.ts'
import type { Blobs } from './blobs.ts'
import type { Caller } from './caller.ts'
import type { Keyring } from './keyring.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Outgoing } from './outgoing.ts'
import type { Db } from './postgres.ts'
import type { Settings } from './settings.ts'

/** What everything stands on. An interface, so that a layer above can add what it brings. */
export interface Platform {
  db: Db
  blobs: Blobs
  keyring: Keyring
  mailer: Mailer
  /** For what others name the address of. */
  outgoing: Outgoing
  settings: Settings
  log: Log
  now: () => Date
}

/** A request from somebody not known (yet). */
export type PublicContext = Platform & {
  requestId: string
  /** Network address of the client. */
  ip: string
  /** What was begun to be read before the caller was known. */
  ahead?: Ahead
  /** Set where the request carried one: `db` is then the transaction that holds it. */
  idempotencyKey?: string
}

/** A request whose caller is known: the first argument of every verb. */
export type Context = PublicContext & { caller: Caller }
