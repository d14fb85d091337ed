import type { Adviser } from './adviser/adviser.ts'
import type { Ahead } from './ahead.ts'
import type { Blobs } from './blobs/blobs.ts'
import type { Caller, LinkHolder } from './caller.ts'
import type { Keyring } from './keyring.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { Db } from './postgres.ts'
import type { Settings } from './settings.ts'

/**
 * What everything stands on. Platform imports no other layer, so the members that need DuckDB (`reader`, `sql`, `runs`,
 * `python`, `load`, `bulk`) are declared in engine/context.ts.
 */
export interface Platform {
  db: Db
  blobs: Blobs
  keyring: Keyring
  mailer: Mailer
  /** For requests to addresses that users name. */
  outgoing: Outgoing
  /** The model of the operator; null: there is none. */
  adviser: Adviser | null
  settings: Settings
  log: Log
  now: () => Date
}

/** A request whose caller is not known (yet). */
export type PublicContext = Platform & {
  requestId: string
  /** Network address of the client. */
  ip: string
  /** The request has `Prefer: handling=strict`. */
  isStrict?: boolean
  /** What was begun to be read before the caller was known. */
  ahead?: Ahead
  /** Set where the request carried one: `db` is then the transaction that holds it. */
  idempotencyKey?: string
  /** Set where all that is done is taken back: what the edits were is kept here. */
  dryRun?: { edits: unknown[] }
}

/** A request whose caller is known: the first argument of every verb. */
export type Context = PublicContext & { caller: Caller }

/** A request that came by a link: it reads nothing before it is known who wrote what the link shows. */
export type LinkContext = PublicContext & { caller: LinkHolder }
