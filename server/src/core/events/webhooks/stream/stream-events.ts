import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { findUser } from '../../../../people/accounts/users.store.ts'
import { identifyCaller } from '../../../../people/sessions/identify-caller.ts'
import type { Context } from '../../../../platform/context.ts'
import { ServiceError } from '../../../../platform/errors.ts'
import { fromWireId, toWireId } from '../../../../platform/ids.ts'
import { openWorkbook } from '../../../workbooks/open-workbook.ts'
import { eventForgotten } from '../../events.errors.ts'
import {
  type EventPlace,
  type EventToSend,
  findEventPlace,
  findNewestPlace,
  listEventsAfter,
} from '../../events-to-send.store.ts'
import { enterWorkbook, type Present } from './presence.ts'

/**
 * How often the outbox is looked at. It is asked, not listened to: a NOTIFY in every commit takes a lock that all
 * commits of the database wait for, and events are sent once their second is over anyway.
 */
const LOOK_MS = 1_000
const PAGE = 500
/** Quieter connections are cut by proxies. */
const HEARTBEAT_MS = 15_000
/** How long a listener without access may stay connected. Access is always checked before an event is sent. */
const ACCESS_MS = 5_000
const RETRY_MS = 2_000

export type Following = {
  workbookId: string
  /** The last event that was seen, as it was sent; the next one to come when left out. */
  after: string | null
  /** What proved who is asking: it may be revoked while the client listens. */
  credential: string
  /** Be seen by others who are here, and see them. */
  isPresent: boolean
  gone: AbortSignal
}

/** The events of a workbook as they happen, as Server-Sent Events, for as long as the caller may read it. */
export async function streamEvents(ctx: Context, following: Following): Promise<Readable> {
  await openWorkbook(ctx, following.workbookId, 'viewer')
  const place = await placeOf(ctx, following)
  return Readable.from(report(ctx, following, place), { objectMode: false })
}

/** Only a person is present: programs listen with tokens and keys. */
async function enter({ db, caller, settings }: Context, { workbookId, isPresent }: Following) {
  if (!isPresent || caller.kind !== 'session') return null
  const user = await findUser(db, caller.userId)
  return user ? enterWorkbook(settings, workbookId, { userId: user.userId, name: user.name }) : null
}

async function placeOf({ db }: Context, { workbookId, after }: Following): Promise<EventPlace> {
  const place = after ? await findEventPlace(db, fromWireId('evt', after)) : await findNewestPlace(db, workbookId)
  if (place?.workbookId !== workbookId) throw eventForgotten()
  return place
}

async function* report(ctx: Context, following: Following, start: EventPlace): AsyncGenerator<string> {
  const visit = await enter(ctx, following)
  try {
    yield* sendWhilePresent(ctx, following, start, visit)
  } finally {
    visit?.leave()
  }
}

async function* sendWhilePresent(
  ctx: Context,
  following: Following,
  start: EventPlace,
  visit: Awaited<ReturnType<typeof enter>>,
): AsyncGenerator<string> {
  const { gone } = following
  let place = start
  let [sentAt, askedAt] = [performance.now(), performance.now()]
  yield `retry: ${RETRY_MS}\n\n`
  while (!gone.aborted) {
    const events = await listEventsAfter(ctx.db, place, PAGE)
    const present = visit?.seen() ?? null
    if (events.length > 0 || present || performance.now() - askedAt > ACCESS_MS) {
      if (!(await mayStillRead(ctx, following))) return
      askedAt = performance.now()
    }
    for (const event of events) yield frameOf(event)
    if (present) yield presenceFrame(present)
    place = events.at(-1) ?? place
    if (events.length === 0 && performance.now() - sentAt > HEARTBEAT_MS) yield ': still here\n\n'
    else if (events.length === 0) {
      await pause(LOOK_MS, undefined, { signal: gone }).catch(() => undefined)
      continue
    }
    sentAt = performance.now()
  }
}

async function mayStillRead(ctx: Context, { workbookId, credential }: Following): Promise<boolean> {
  try {
    const caller = await identifyCaller(ctx, credential)
    await openWorkbook({ ...ctx, caller }, workbookId, 'viewer')
    return true
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return false
  }
}

/** Without an id: it is no event, and a client that comes back goes on behind the last one that is. */
const presenceFrame = (present: readonly Present[]) => {
  const people = present.map(({ userId, name }) => ({ user_id: toWireId('usr', userId), name }))
  return `event: presence\ndata: ${JSON.stringify({ type: 'presence', people })}\n\n`
}

/** JSON has no line breaks of its own, so one line holds it. */
const frameOf = ({ eventId, kind, payload }: EventToSend) =>
  `id: ${toWireId('evt', eventId)}\nevent: ${kind}\ndata: ${JSON.stringify(payload)}\n\n`
