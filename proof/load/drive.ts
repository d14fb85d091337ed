import { setTimeout as pause } from 'node:timers/promises'
import { type Client, isProblem } from '../../sdk/src/bindery.ts'
import type { KnownTable } from './known-table.ts'
import { anyKind, CALLS, type Kind, type Upload, WrongAnswer } from './mix.ts'
import { countError, newTally, type Tally } from './tally.ts'

/** How many calls a second, for how long; all of one kind, or the mix. */
export type Pace = { perSecond: number; ms: number; only?: Kind }

/** Clients by token, and every table they ask for: the first are the hottest. */
export type World = { clients: ReadonlyMap<string, Client>; tables: readonly KnownTable[] }

export type Driven = {
  all: Tally
  byKind: Map<Kind, Tally>
  /** From its upload until its job had ended and its rows were counted. */
  ingestedMs: number[]
  /** Some of what was wrong or failed, word by word. */
  examples: string[]
}

/** A file that is not reported as read by then counts as lost. */
const JOB_MS = 150_000
/** Between two looks for a table that may be edited. */
const WAIT_MS = 20

/**
 * Calls that come at random moments, whether those before were answered or not, as people's do; each counts from the moment it was
 * due. Ends when the last is answered, and every file that was taken is a table.
 */
export async function drive(world: World, { perSecond, ms, only }: Pace): Promise<Driven> {
  const driven: Driven = { all: newTally(), byKind: new Map(), ingestedMs: [], examples: [] }
  const began = performance.now()
  const under: Promise<void>[] = []
  for (let due = nextGapMs(perSecond); due < ms; due += nextGapMs(perSecond)) {
    await pause(Math.max(0, began + due - performance.now()))
    under.push(callOnce(world, driven, only ?? anyKind(), { began, due }))
  }
  await Promise.all(under)
  return driven
}

/** Of a Poisson process. */
const nextGapMs = (perSecond: number) => (-Math.log(1 - Math.random()) * 1_000) / perSecond

async function callOnce(world: World, driven: Driven, kind: Kind, { began, due }: { began: number; due: number }) {
  const table = await pickTable(world.tables, kind)
  const client = world.clients.get(anyOf(table.tokens))
  if (!client) throw new Error('impossible: a token without a client')
  const tally = driven.byKind.get(kind) ?? newTally()
  driven.byKind.set(kind, tally)
  let upload: Upload | undefined
  try {
    upload = await CALLS[kind](client, table)
  } catch (error) {
    // A table that was given up meanwhile tells nothing.
    if (!table.isLost || kind === 'edit') noteError(driven, kind, error)
  }
  for (const { dueMs, tookMs } of [driven.all, tally]) {
    dueMs.push(due)
    tookMs.push(performance.now() - began - due)
  }
  if (upload) await awaitUpload(client, driven, upload)
}

/**
 * The hotter the more often, by Zipf's law. An edit goes where none is on its way; if one is everywhere, it waits. Files come to all
 * alike: no user uploads hundreds to one workbook within an hour, and a workbook takes 500 tables.
 */
async function pickTable(tables: readonly KnownTable[], kind: Kind): Promise<KnownTable> {
  const isOpen = (table: KnownTable) => !(table.isLost || (kind === 'edit' && table.isBusy))
  while (tables.some(({ isLost }) => !isLost)) {
    while (tables.some(isOpen)) {
      const table = tables[kind === 'ingest' ? anyPlace(tables.length) : anyRank(tables.length)]
      if (table && isOpen(table)) return table
    }
    await pause(WAIT_MS)
  }
  throw new Error('every table is given up')
}

const anyPlace = (length: number) => Math.floor(Math.random() * length)

/** The inverse of the harmonic distribution, which is near enough to 1 / rank. */
const anyRank = (length: number) => Math.floor((length + 1) ** Math.random()) - 1

const anyOf = (tokens: readonly string[]) => tokens[anyPlace(tokens.length)] ?? ''

async function awaitUpload(client: Client, driven: Driven, { jobId, rows }: Upload) {
  const began = performance.now()
  try {
    const { result } = await client.waitForJob(jobId, { signal: AbortSignal.timeout(JOB_MS) })
    // Safe: what such a job answers with; if not, it is counted as wrong.
    const { artifacts = [] } = result as { artifacts?: { row_count: number | null; state: string }[] }
    const isThere = artifacts.some(({ row_count, state }) => state === 'active' && row_count === rows)
    if (!isThere) throw new WrongAnswer(JSON.stringify(result).slice(0, 300))
    driven.ingestedMs.push(performance.now() - began)
  } catch (error) {
    noteError(driven, 'ingested', error)
  }
}

const MOST_EXAMPLES = 5

function noteError({ all, examples }: Driven, what: string, error: unknown) {
  countError(all.errors, `${what}: ${nameOf(error)}`)
  if (examples.length < MOST_EXAMPLES) examples.push(`${what}: ${error instanceof Error ? error.message : error}`)
}

/** Short enough to count by. */
function nameOf(error: unknown): string {
  if (error instanceof WrongAnswer) return 'wrong'
  if (isProblem(error)) return `${error.status} ${error.code}`
  return error instanceof Error ? error.name : 'unknown'
}
