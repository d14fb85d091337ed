import { setTimeout as pause } from 'node:timers/promises'
import { emitEvent } from '../server/src/core/events/events.ts'
import { fromWireId } from '../server/src/platform/ids.ts'
import { inTransaction } from '../server/src/platform/postgres.ts'
import { type Call, callAs } from '../server/test/client.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { startWorkerProcess, type WorkerProcess, workerEnvironment } from './lib/worker-processes.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { judge, missing, type Party } from './webhooks/judge.ts'
import { type Manner, openReceiver } from './webhooks/receivers.ts'

const EVENTS = 1_500
/** Some receivers get fewer than their share: over 100,000 are left. */
const EVENTS_LONG = 110_000
const EVENTS_CONTROL = 500
/** Twice the events of an hour that a node must carry. */
const PER_SECOND = 60
const WORKERS = 3
const KILL_EVERY_MS = 4_000
/** Longer than a lease: a worker that wakes up finds its webhooks taken. */
const PAUSE_MS = 7_000
const WORKBOOKS = 4
/** How long receivers may take in the end to get what they lack. */
const PATIENCE_MS = 240_000

/**
 * Who there is, and the share of all events that goes to each. To one that hangs only a few, for each takes 15 seconds;
 * to one that says it is gone, one: until it is switched on again nothing is put on its way.
 */
const CAST: readonly { manner: Manner; share: number; most?: number }[] = [
  { manner: 'healthy', share: 0.3 },
  { manner: 'healthy', share: 0.3 },
  { manner: 'healthy', share: 0.2 },
  { manner: 'dies', share: 0.1 },
  { manner: 'fails', share: 0.05, most: 2_000 },
  { manner: 'redirects', share: 0.03, most: 500 },
  { manner: 'gone', share: 0.01, most: 1 },
  { manner: 'hangs', share: 0.01, most: 30 },
]

export const proof: Proof = {
  promise: 'Every event reaches every webhook, signed and in order, whatever dies; a dead receiver delays no live one',
  isQuick: false,
  minutes: 12,
  about: ['server/src/core/events/webhooks'],
  measure: (options) => reportAll(options.isLong ? EVENTS_LONG : EVENTS, { isLossy: false }, options),
  // One event in fifty is put on no way at all.
  control: (options) => reportAll(EVENTS_CONTROL, { isLossy: true }, options),
  holds: (figures) =>
    Number(figures.events) > 0 &&
    Number(figures.healthy_p99_ms) <= 10_000 &&
    ['missing', 'bad_signature', 'duplicates_with_other_id', 'out_of_order_while_healthy'].every(
      (name) => figures[name] === 0,
    ),
}

type Listening = Party & {
  emitted: Map<string, number>
  workbookIds: string[]
  path: string
  call: Call
  wanted: number
}

async function reportAll(events: number, { isLossy }: { isLossy: boolean }, options: ProofOptions): Promise<Figures> {
  const service = await runService()
  const listening: Listening[] = []
  const workers = startWorkers(service)
  let isOver = false
  try {
    for (const { manner, share, most = events } of CAST)
      listening.push(await newListener(service, manner, Math.min(most, Math.ceil(events * share))))
    if (isLossy) await loseSome(service)
    while (!workers.every(({ isUp }) => isUp())) await pause(50)
    const trouble = makeTrouble(workers, () => isOver)
    await report(service, listening, options)
    await untilTaken(service, listening, isLossy ? PATIENCE_MS / 4 : PATIENCE_MS, options)
    isOver = true
    const kills = await trouble
    return { ...judge(listening), ...kills }
  } finally {
    isOver = true
    await Promise.all(workers.map((worker) => worker.close()))
    for (const { receiver } of listening) receiver.close()
    await service.close()
  }
}

function startWorkers(service: RunningService): WorkerProcess[] {
  const environment = { ...workerEnvironment(service), SVC_WEBHOOK_ALLOW_PRIVATE: 'true', SVC_WEBHOOK_SECOND_MS: '1' }
  return Array.from({ length: WORKERS }, () => startWorkerProcess(environment))
}

/** A user with some workbooks and one webhook. */
async function newListener(service: RunningService, manner: Manner, wanted: number): Promise<Listening> {
  const url = service.urls[0] ?? ''
  const person = await newPerson(url)
  // A session ends before a long run does. A webhook that cannot be switched on again would lack the events it missed.
  const call = callAs(url, await mintToken(person.call))
  const receiver = await openReceiver(manner)
  const { body } = await call('POST', '/api/v1/me/webhooks', { url: receiver.url })
  receiver.setSecret(body.secret)
  const workbookIds: string[] = []
  for (let n = 0; n < WORKBOOKS; n++)
    workbookIds.push((await call('POST', '/api/v1/workbooks', { title: `${manner} ${n}` })).body.workbook_id)
  const path = `/api/v1/me/webhooks/${body.webhook_id}`
  return { receiver, emitted: new Map(), workbookIds, path, call, wanted }
}

async function loseSome({ admin }: RunningService) {
  await admin.query(`
    create function lose_some() returns trigger language plpgsql as $$
    begin
      return case when random() < 0.02 then null else new end;
    end $$;
    create trigger lose_some before insert on delivery for each row execute function lose_some()`)
}

/** So many events a second, each in a commit of its own, at everybody in turn. */
async function report(service: RunningService, listening: readonly Listening[], { say }: ProofOptions) {
  const total = listening.reduce((sum, { wanted }) => sum + wanted, 0)
  const began = performance.now()
  let emitted = 0
  const open = new Map(listening.map((listener) => [listener, listener.wanted]))
  while (open.size > 0) {
    for (const [listener, left] of open) {
      await happen(service, listener)
      if (left === 1) open.delete(listener)
      else open.set(listener, left - 1)
      emitted += 1
      if (emitted % 1_000 === 0) say(`${emitted} of ${total} events emitted`)
      await pause(Math.max(0, (emitted * 1_000) / PER_SECOND - (performance.now() - began)))
    }
  }
}

async function happen({ db }: RunningService, { emitted, workbookIds }: Listening) {
  const workbook = workbookIds[Math.floor(Math.random() * workbookIds.length)] ?? ''
  const sequence = (emitted.get(workbook) ?? 0) + 1
  const data = { source: { name: `売上 ${sequence}.xlsx` } }
  await inTransaction(db, (tx) =>
    emitEvent(tx, 'system', { workbookId: fromWireId('wb', workbook), kind: 'source.analyzed', data }),
  )
  emitted.set(workbook, sequence)
}

/** Kills a worker every few seconds; every third time one is only paused. There is always another that works. */
async function makeTrouble(workers: readonly WorkerProcess[], isOver: () => boolean) {
  const done = { kills: 0, pauses: 0 }
  for (let n = 1; !isOver(); n++) {
    await pause(KILL_EVERY_MS)
    const up = workers.filter(({ isUp }) => isUp())
    if (up.length < 2) continue
    const worker = up[Math.floor(Math.random() * up.length)]
    if (n % 3 === 0) {
      done.pauses += 1
      worker?.pause()
      await pause(PAUSE_MS)
      worker?.wake()
    } else {
      done.kills += 1
      worker?.kill()
    }
  }
  return done
}

async function switchOn(call: Call, path: string) {
  const { status, body } = await call('PATCH', path, { status: 'active' })
  if (status !== 200) throw new Error(`a webhook was not switched on again: ${status} ${JSON.stringify(body)}`)
}

/** One that was switched off is switched on again, as its owner would do. */
async function untilTaken(
  service: RunningService,
  listening: readonly Listening[],
  patienceMs: number,
  { say }: ProofOptions,
) {
  const until = performance.now() + patienceMs
  for (;;) {
    const lacking = listening.filter((listener) => missing(listener) > 0)
    if (lacking.length === 0 || performance.now() > until) return
    for (const { call, path } of lacking) await switchOn(call, path)
    say(lacking.map((listener) => `${listener.receiver.manner} lacks ${missing(listener)}`).join(', '))
    // The next attempt may be hours away, even of short ones.
    await service.admin.query('update delivery set due_at = now() where due_at > now()')
    await pause(2_000)
  }
}
