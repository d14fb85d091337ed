import type { Call } from '../../server/test/client.ts'
import { uploadTo } from '../../server/test/upload.ts'
import type { Figures } from '../proof.ts'
import type { RulesService } from './doors.ts'
import { anyRow, COLUMNS, countBroken, fromWire, isGood, keyOf, type Random, type Row, rulesOf, toWire, type World } from './model.ts' // biome-ignore format: one list

const TABLE = 'inbox'
const QUARANTINE = `${TABLE}_quarantine`
const ROWS_IN_FILE = 20
const NAMES = ['code', 'item', 'quantity', 'net', 'gross', 'state'] as const

type Desk = { call: Call; at: string; place: RulesService; world: World; random: Random }

/** What the judge holds to stand in the table and in its quarantine; every row that a file ever brought is in one of them. */
type Held = { inside: Row[]; aside: Row[] }

const newCounts = () => ({
  files: 0,
  file_rows: 0,
  set_aside: 0,
  sent_in: 0,
  misjudged: 0,
  rows_lost: 0,
  rows_doubled: 0,
  read_otherwise: 0,
})
type Counts = ReturnType<typeof newCounts>

type FileOptions = {
  files: number
  /** In the control rows come in that break rules. */
  onViolation: 'quarantine' | 'warn'
}

/**
 * Files of which about one row in four is wrong come by ingest; now and then one comes twice, and rows that were set aside are corrected
 * and sent in. The judge decides row by row, in the order of the file.
 */
export async function playFiles(desk: Desk, { files, onViolation }: FileOptions): Promise<Figures> {
  const { call, at, world, random } = desk
  await call('POST', `${at}/tables`, { name: TABLE, columns: COLUMNS })
  await call('PUT', `${at}/tables/${TABLE}/rules`, { expected_version: 0, rules: rulesOf(world) })
  const held: Held = { inside: [], aside: [] }
  const counts = newCounts()
  for (let n = 0; n < files; n++) {
    const rows = Array.from({ length: ROWS_IN_FILE }, () => anyRow(random, 'F1', world)).filter(
      ({ code }) => code !== null,
    )
    const { append, isRead } = await bring(desk, rows, n, onViolation)
    if (!isRead) {
      counts.read_otherwise++
      continue
    }
    await judgeFile(desk, rows, append, held, counts)
    if (random() < 0.5) counts.sent_in += await correct(desk, held, counts)
  }
  const inside = await readAll(desk, TABLE)
  const aside = onViolation === 'warn' ? [] : await readAll(desk, QUARANTINE)
  compare(held.inside, inside, counts)
  compare(onViolation === 'warn' ? [] : held.aside, aside, counts)
  const broken = countBroken(
    inside.map(({ row }) => row),
    world,
  )
  return { ...counts, entered_by_file: broken }
}

/** A file is appended, and now and then once more: then nothing of it may come. */
async function judgeFile(
  { world, random }: Desk,
  rows: readonly Row[],
  append: () => Promise<{ inserted: number; quarantined: number }>,
  held: Held,
  counts: Counts,
) {
  const first = await append()
  counts.files++
  counts.file_rows += rows.length
  const before = held.aside.length
  for (const row of rows) (mayEnter(row, held, world) ? held.inside : held.aside).push(row)
  const aside = held.aside.length - before
  counts.set_aside += aside
  if (first.inserted !== rows.length - aside || first.quarantined !== aside) counts.misjudged++
  if (random() > 0.3) return
  const again = await append()
  if (again.inserted !== 0 || again.quarantined !== 0) counts.misjudged++
}

/** Rows that the judge has and the service has not, and the other way round. */
function compare(
  held: readonly Row[],
  found: readonly { row: Row }[],
  counts: { rows_lost: number; rows_doubled: number },
) {
  const rows = found.map(({ row }) => row)
  counts.rows_lost += missingIn(held, rows)
  counts.rows_doubled += missingIn(rows, held)
}

const mayEnter = (row: Row, { inside }: Held, world: World) => {
  const key = keyOf(row, world)
  return isGood(row, world) && (key === null || !inside.some((other) => keyOf(other, world) === key))
}

/**
 * Uploads a file of these rows. Returns what appends it, and whether each line was read as a row: one whose figures happen to add up
 * those of others is no total, and none may be left out.
 */
async function bring(
  { call, at, place }: Desk,
  rows: readonly Row[],
  n: number,
  on_violation: FileOptions['onViolation'],
) {
  const lines = rows.map((row) => NAMES.map((name) => toWire(row)[name] ?? '').join(','))
  const bytes = [NAMES.join(','), ...lines, ''].join('\n')
  const upload = { bytes, filename: `inbox-${n}.csv`, fields: { mode: 'staged' } }
  const source = await uploadTo(place.url, place.token, `${at}/sources`, upload)
  const path = `${at}/sources/${encodeURIComponent(source.body.source?.name ?? '')}`
  await call('POST', `${path}/analyze`, {})
  const target = { mode: 'append', table: TABLE, expected_version: null }
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  const ask = async (wish: object) => {
    const { status, body } = await call('POST', `${path}/materialize`, { target, ...wish })
    if (status !== 200) throw new Error(`a file was answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const trial = await ask({ dry_run: true })
  const isRead = sum(trial.reports.map((report: { rows_read: number }) => report.rows_read)) === rows.length
  const append = async () => {
    const body = await ask({ on_violation })
    return {
      inserted: sum(body.reports.map(({ inserted }: { inserted: number }) => inserted)),
      quarantined: sum(body.quarantined.map((aside: { rows: number }) => aside.rows)),
    }
  }
  return { append, isRead }
}

/** Gives about half of the rows that wait other values, and sends all in: each is judged in the order in which it waits. */
async function correct({ call, at, world, random }: Desk, held: Held, counts: Counts): Promise<number> {
  const waiting = await readAll({ call, at }, QUARANTINE)
  compare(held.aside, waiting, counts)
  if (waiting.length === 0) return 0
  const now = waiting.map(({ rowId, row }) => ({ rowId, row: random() < 0.5 ? anyRow(random, 'F1', world) : row }))
  const rows = now.map(({ rowId, row }) => ({ __svc_row_id: rowId, ...toWire(row) }))
  const written = await call('POST', `${at}/tables/${QUARANTINE}/rows`, { expected_version: null, rows })
  if (written.status !== 200) throw new Error(JSON.stringify(written.body))
  const { status, body } = await call('POST', `${at}/tables/${TABLE}/quarantine/send`, {})
  if (status !== 200) throw new Error(`sending was answered ${status}: ${JSON.stringify(body)}`)
  held.aside = []
  let sent = 0
  // Under the ids that their files reserved for them: the order in which they came.
  for (const { row } of now) {
    const isIn = mayEnter(row, held, world)
    if (isIn) sent++
    ;(isIn ? held.inside : held.aside).push(row)
  }
  if (body.sent !== sent || body.kept_count !== held.aside.length) counts.misjudged++
  return sent
}

async function readAll({ call, at }: Pick<Desk, 'call' | 'at'>, table: string): Promise<{ rowId: number; row: Row }[]> {
  const { status, body } = await call('GET', `${at}/tables/${table}/rows?limit=10000`)
  if (status === 404) return []
  return body.rows.map((row: Record<string, unknown>) => ({ rowId: Number(row.__svc_row_id), row: fromWire(row) }))
}

/** How many of these rows are not among the others, each counted as often as it stands there. */
function missingIn(rows: readonly Row[], others: readonly Row[]): number {
  const nameOf = (row: Row) => JSON.stringify(NAMES.map((name) => row[name]))
  const left = new Map<string, number>()
  for (const row of others) left.set(nameOf(row), (left.get(nameOf(row)) ?? 0) + 1)
  return rows.filter((row) => {
    const count = left.get(nameOf(row)) ?? 0
    left.set(nameOf(row), count - 1)
    return count <= 0
  }).length
}
