import type { Call } from '../../server/test/client.ts'
import { anyRow, isGood, keyOf, type Random, type Row, toWire, type World } from './model.ts'

export type Counts = {
  changes: number
  entered: number
  wronglyRefused: number
  refused: number
  races: number
  /** Answers that are neither, by door, status and code. */
  other: Record<string, number>
  doors: Record<string, number>
}

export const newCounts = (): Counts => ({
  changes: 0,
  entered: 0,
  wronglyRefused: 0,
  refused: 0,
  races: 0,
  other: {},
  doors: {},
})

/** A table that one writer alone changes by these doors, or a part of a table that all share: rows with the writer's codes. */
export type Desk = {
  call: Call
  at: string
  table: string
  writer: string
  rows: Map<number, Row>
  lastOp: { opId: number; before: Map<number, Row>; after: Map<number, Row> } | null
}

const ROWS_AT_ONCE = 20

type Sent = { rowId: number | null; row: Row }

/** Rows are judged one by one: a request that skips bad ones says which. */
export async function writeRows(desk: Desk, random: Random, world: World, counts: Counts) {
  const taken = new Map([...desk.rows].map(([id, row]) => [keyOf(row, world), id] as const))
  const sent = rowsToSend(desk, random, world, taken)
  const rows = sent.map(({ rowId, row }) => ({ ...(rowId === null ? {} : { __svc_row_id: rowId }), ...toWire(row) }))
  const asked = { expected_version: null, rows, on_error: 'skip' }
  const { status, body } = await desk.call('POST', `${desk.at}/tables/${desk.table}/rows`, asked)
  if (status !== 200) return unlike(counts, 'rows', { status, body })
  count(counts, 'rows', sent.length)
  const rejected = new Set<number>((body.rejected as { index: number }[]).map(({ index }) => index))
  for (const [n, { rowId, row }] of sent.entries()) {
    const holder = holderOf(row, taken, world)
    const isRight = isGood(row, world) && (holder === undefined || holder === rowId)
    if (rejected.has(n)) {
      counts.refused++
      if (isRight) counts.wronglyRefused++
      continue
    }
    if (!isRight) counts.entered++
    desk.rows.set(body.row_ids[n], row)
  }
}

function holderOf(row: Row, taken: ReadonlyMap<string | null, number>, world: World): number | undefined {
  const key = keyOf(row, world)
  return key === null ? undefined : taken.get(key)
}

/** Rows whose outcomes do not depend on each other: no row and no key twice, and no key that another row of the request leaves. */
function rowsToSend(
  { rows, writer }: Desk,
  random: Random,
  world: World,
  taken: ReadonlyMap<string | null, number>,
): Sent[] {
  const ids = [...rows.keys()]
  const sent: Sent[] = []
  const used = new Set<number>()
  const keys = new Set<string>()
  for (let n = 0; n < ROWS_AT_ONCE; n++) {
    const rowId = ids.length > 0 && random() < 0.4 ? (ids[Math.floor(random() * ids.length)] ?? null) : null
    const row = anyRow(random, writer, world)
    const key = keyOf(row, world)
    const holder = holderOf(row, taken, world)
    const touched = [rowId, holder].filter((id) => typeof id === 'number')
    if (touched.some((id) => used.has(id)) || (key !== null && keys.has(key))) continue
    for (const id of touched) used.add(id)
    if (key !== null) keys.add(key)
    sent.push({ rowId, row })
  }
  return sent
}

const count = (counts: Counts, door: string, changes: number) => {
  counts.changes += changes
  counts.doors[door] = (counts.doors[door] ?? 0) + changes
}

export function unlike(counts: Counts, door: string, { status, body }: { status: number; body: { code?: string } }) {
  const answer = `${door} ${status} ${body.code}`
  counts.other[answer] = (counts.other[answer] ?? 0) + 1
}

/** Tells an answer from what the judge expected of a change as a whole. True: it was written. */
export function judge(
  counts: Counts,
  door: string,
  { status, body }: { status: number; body: { code?: string } },
  isRight: boolean,
): boolean {
  count(counts, door, 1)
  const isRefused = status === 422 && body.code === 'rule_violated'
  if (!isRefused && status >= 300) unlike(counts, door, { status, body })
  if (isRefused) counts.refused++
  if (isRefused && isRight) counts.wronglyRefused++
  if (status < 300 && !isRight) counts.entered++
  return status < 300
}
