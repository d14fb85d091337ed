import { commit } from '../server/src/engine/table/commit.ts'
import { fromWireId } from '../server/src/platform/ids.ts'
import { inTransaction } from '../server/src/platform/postgres.ts'
import { callAs } from '../server/test/client.ts'
import { newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { UNDER_NO_RULES } from '../server/test/under-no-rules.ts'
import { seededRandom } from './hostile-files/random.ts'
import { mintTokens } from './lib/race-tables.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { measureCosts } from './rules/costs.ts'
import { materialize, restoreWrong, runTransform, undoDeletion, writeByAddress } from './rules/doors.ts'
import { playFiles } from './rules/files.ts'
import { COLUMNS, countBroken, fromWire, ITEMS, type Random, type Row, rulesOf, type World } from './rules/model.ts'
import { type Counts, type Desk, newCounts, writeRows } from './rules/writer.ts'

const NODES = 2
const WRITERS = 16
const CHANGES = 20_000
const CONTROL_CHANGES = 1_000
const FILES = 60
const CONTROL_FILES = 3
const RACES = 20
const BARS = { edit: 1.3, unique: 1.5 }

/** Sixteen writers change rows by every door at once, under random rules; a judge that knows the rules decides each change apart. */
export const proof: Proof = {
  promise: 'Rows that break a rule come in by no door, and no others are refused',
  isQuick: false,
  minutes: 20,
  about: ['server/src/core/rules', 'server/src/core/rules'],
  measure: async (options) => {
    const judged = await play(changesWanted(), async () => undefined, options, {
      files: FILES,
      onViolation: 'quarantine',
    })
    return costsWanted() ? { ...judged, ...(await measureCosts(options)) } : judged
  },
  // One door forgets the check, and PostgreSQL does not ask for it; files let rows in that are to be set aside.
  control: (options) =>
    play(
      CONTROL_CHANGES,
      async (stage) => {
        await stage.service.admin.query(
          'create or replace function unchecked(w jsonb, t table_head) returns jsonb language sql stable as $$ select null::jsonb $$',
        )
        await writePastTheCheck(stage)
      },
      options,
      { files: CONTROL_FILES, onViolation: 'warn' },
    ),
  holds: ({ changes, files, violations_entered, wrongly_refused, other, edit_ratio, unique_ratio, ...figures }) =>
    Number(changes) > 0 &&
    Number(files) > 0 &&
    violations_entered === 0 &&
    figures.rows_lost === 0 &&
    figures.rows_doubled === 0 &&
    figures.misjudged === 0 &&
    figures.read_otherwise === 0 &&
    wrongly_refused === 0 &&
    Object.keys(other as object).length === 0 &&
    Number(edit_ratio) <= BARS.edit &&
    Number(unique_ratio) <= BARS.unique,
}

/** `CHANGES=500` makes fewer changes; `COSTS=no` leaves the costs out, without which the promise does not hold. */
const changesWanted = () => Number(process.env.CHANGES ?? CHANGES)
const costsWanted = () => process.env.COSTS !== 'no'

type Stage = {
  service: RunningService
  at: string
  tableId: string
  world: World
  desks: Desk[]
  tokens: string[]
  snapshot: string
}

async function play(
  changes: number,
  prepare: (stage: Stage) => Promise<void>,
  { say }: ProofOptions,
  files: Parameters<typeof playFiles>[1],
): Promise<Figures> {
  const seed = Date.now() % 1_000_000
  const random = seededRandom(seed)
  const service = await runService({
    apiNodes: NODES,
    settings: { databasePoolSize: 30, sandbox: 'off' },
    checkResponses: false,
  })
  try {
    const stage = await setUp(service, random)
    await prepare(stage)
    const counts = newCounts()
    await Promise.all(stage.desks.map((desk, n) => sit(stage, desk, n, seededRandom(seed + n + 1), counts, changes)))
    say(`${counts.changes} changes: ${JSON.stringify(counts.doors)}`)
    await raceForKeys(stage, counts)
    const broken = await readBroken(stage)
    const { entered_by_file, ...ofFiles } = await playFiles(await newClerk(stage, random), files)
    say(`files: ${JSON.stringify(ofFiles)}`)
    return {
      changes: counts.changes,
      violations_entered: counts.entered + broken + Number(entered_by_file),
      ...ofFiles,
      wrongly_refused: counts.wronglyRefused,
      refused: counts.refused,
      other: counts.other,
      doors: counts.doors,
      races: counts.races,
      writers: WRITERS,
      nodes: NODES,
      seed,
    }
  } finally {
    await service.close()
  }
}

/** Takes files in, in a workbook where all else has ended. */
async function newClerk({ service, at, world, tokens }: Stage, random: Random) {
  const place = { url: service.urls[0] ?? '', token: tokens[0] ?? '' }
  return { call: callAs(place.url, place.token), at, place, world, random }
}

async function setUp(service: RunningService, random: Random): Promise<Stage> {
  const owner = await newPerson(service.urls[0] ?? '')
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Rules' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const world = { most: 10 + Math.floor(random() * 90), isUniqueWithState: random() < 0.5, hasTax: random() < 0.5 }
  const ask = async (method: string, path: string, sent: unknown) => {
    const answer = await owner.call(method, `${at}${path}`, sent)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await ask('POST', '/tables', { name: 'items', columns: [{ name: 'name' }] })
  await ask('POST', '/tables/items/rows', { expected_version: null, rows: ITEMS.map((name) => ({ name })) })
  const own = Array.from({ length: WRITERS }, (_, n) => `own${n}`)
  let tableId = ''
  for (const name of ['shared', ...own]) {
    const made = await ask('POST', '/tables', { name, columns: COLUMNS })
    tableId ||= fromWireId('art', made.table.id)
    await ask('POST', `/tables/${name}/rows`, { expected_version: null, rows: [{ code: 'wrong' }] })
  }
  const { snapshot_id: snapshot } = await ask('POST', '/versions', { label: 'before rules' })
  for (const name of ['shared', ...own]) {
    await ask('POST', `/tables/${name}/rows/delete`, { expected_version: null, row_ids: [1] })
    await ask('PUT', `/tables/${name}/rules`, { expected_version: 0, rules: rulesOf(world) })
    if (name === 'shared') continue
    const code = 'SELECT code, 1 AS sign FROM {{ t }}'
    await ask('POST', '/transforms', { name: `of_${name}`, code, args: { t: name } })
    await ask('PUT', `/tables/of_${name}/rules`, {
      expected_version: 0,
      rules: [{ kind: 'range', column: 'sign', min: 0 }],
    })
  }
  // A snapshot may bring tables to their end: to restore one is a matter of deletion.
  const tokens = await mintTokens(owner.call, ['workbooks:write', 'workbooks:delete'])
  const desks = Array.from({ length: WRITERS * 2 }, (_, n): Desk => {
    const call = callAs(service.urls[n % NODES] ?? '', tokens[n] ?? '')
    const isOwn = n >= WRITERS
    return { call, at, table: isOwn ? `own${n - WRITERS}` : 'shared', writer: `W${n}`, rows: new Map(), lastOp: null }
  })
  return { service, at, tableId, world, desks, tokens, snapshot }
}

/** One writer: mostly rows, now and then another door, at a table that all share or at one of its own. */
async function sit(stage: Stage, desk: Desk, n: number, random: Random, counts: Counts, changes: number) {
  const { world, snapshot, tokens, service } = stage
  const place = { url: service.urls[n % NODES] ?? '', token: tokens[n] ?? '' }
  const isOwn = desk.table !== 'shared'
  // Each writer has one hand at the shared table and one at its own.
  while (counts.changes < changes) {
    const dice = random()
    if (dice < 0.1) await undoDeletion(desk, random, world, counts)
    else if (isOwn && dice < 0.2) await writeByAddress(desk, random, world, counts)
    else if (isOwn && dice < 0.23) await materialize(desk, place, random, world, counts)
    else if (isOwn && dice < 0.25) await restoreWrong(desk, snapshot, counts)
    else if (isOwn && dice < 0.28) await runTransform(desk, `of_${desk.table}`, random, counts)
    else await writeRows(desk, random, world, counts)
  }
}

/** All writers send the same key at once: one comes in. */
async function raceForKeys({ desks, at }: Stage, counts: Counts) {
  for (let n = 0; n < RACES; n++) {
    const row = { code: `R1-${n}`, state: 'open' }
    const answers = await Promise.all(
      desks
        .slice(0, WRITERS)
        .map(({ call }) => call('POST', `${at}/tables/shared/rows`, { expected_version: null, rows: [row] })),
    )
    const written = answers.filter(({ status }) => status < 300).length
    counts.races++
    if (written > 1) counts.entered += written - 1
    if (written === 0) counts.wronglyRefused++
  }
}

/** Every row that stands in a ruled table at the end, looked at once more. */
async function readBroken({ desks, at, world }: Stage): Promise<number> {
  let broken = 0
  const [first] = desks
  for (const table of ['shared', ...desks.filter((desk) => desk.table !== 'shared').map((desk) => desk.table)]) {
    const rows = await readRows(first, `${at}/tables/${table}/rows?limit=10000`)
    broken += countBroken(rows, world)
  }
  return broken
}

async function readRows(desk: Desk | undefined, path: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: string = cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path
    const answer: { body: { rows: Record<string, unknown>[]; next_cursor: string | null } } | undefined =
      await desk?.call('GET', page)
    rows.push(...(answer?.body.rows ?? []).map(fromWire))
    cursor = answer?.body.next_cursor ?? null
  } while (cursor)
  return rows
}

/** What a door would do that does not know of rules. */
async function writePastTheCheck({ service, at, tableId }: Stage) {
  const workbookId = fromWireId('wb', at.split('/').at(-1) ?? '')
  const rows = [{ op: 'I' as const, rowId: null, cells: { 1: 'not a code' }, before: null }]
  await inTransaction(service.db, (tx) =>
    commit(tx, {
      workbookId,
      writes: [{ tableId, expected: null, kind: 'rows', rows }],
      checked: UNDER_NO_RULES,
      op: { kind: 'rows.upsert', actor: { name: 'door', user_id: null }, detail: {} },
      audit: { action: '"rows.upsert"', actor: '{}', detail: '{}', ip: 'null', outcome: '"ok"', target: '{}' },
    }),
  )
}
