import { exportFile, filesIn } from '../server/test/export-file.ts'
import { mintToken, newPerson, type Person } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { uploadTo } from '../server/test/upload.ts'
import { seededRandom } from './hostile-files/random.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { editWithLibreOffice } from './split-and-merge/edit-with-libreoffice.ts'
import {
  breaksRule, type Case, COLUMNS, departments, expectedRow, FOREIGN, KINDS, MOST_AMOUNT, newCase, newPart, noteHere, type Part,
  pick, type Random, type Row, RULES,
} from './split-and-merge/model.ts' // biome-ignore format: a list

const FILES = 50
const BROKEN_EVERY = 3
const ROWS_EACH = { least: 6, more: 14 }
/** Rows that are moved here meanwhile go to a department that gets no file. */
const MOVED_TO = 'Archive'

/**
 * A budget goes out as one workbook for each department. LibreOffice edits them all: what they may, what they may not, and what breaks
 * a rule, while rows change here too. They come back in random order, and every row is compared with what a model says.
 */
export const proof: Proof = {
  promise: 'Files of fifty departments come back in any order, and each changes its own rows only, within the rules',
  isQuick: false,
  minutes: 5,
  about: ['server/src/work/branches', 'server/src/work/exports'],
  measure: (options) => collect(options, async () => {}),
  // The branches forget which part they are of.
  control: (options) =>
    collect(options, async ({ admin }) => {
      await admin.query('update branch_table set part_origin = null, part_value = null')
    }),
  holds: ({ files, lost, foreign_rows, violations_entered, wrongly_refused, unreported }) =>
    files === FILES &&
    lost === 0 &&
    foreign_rows === 0 &&
    violations_entered === 0 &&
    wrongly_refused === 0 &&
    unreported === 0,
}

type Counts = {
  files: number
  refused_files: number
  wrongly_refused: number
  violations_entered: number
  unreported: number
}

async function collect({ say }: ProofOptions, spoil: (service: RunningService) => Promise<void>): Promise<Figures> {
  const seed = Number(process.env.SEED ?? 20_261_118)
  const random = seededRandom(seed)
  const service = await runService({ checkResponses: false })
  try {
    const url = service.urls[0] ?? ''
    const owner = await newPerson(url)
    const token = await mintToken(owner.call)
    const { at, cases } = await newBudget(owner, random)
    const sent = await exportFile(url, { session: token }, at, { tables: ['budget'], split_by: 'department' })
    const files = await filesIn(sent.bytes)
    const parts = planParts(random, cases)
    const names = namesIn(files.get('parts.csv'))
    say(`${files.size - 1} files out`)
    await changeHere(owner, at, cases)
    await spoil(service)
    const bytesOf = ({ department }: Part) => files.get(names.get(department ?? '') ?? '') ?? Buffer.alloc(0)
    const edited = await editWithLibreOffice([
      ...parts.map((part) => ({ bytes: bytesOf(part), edits: part.edits })),
      ...parts.map((part) => ({ bytes: bytesOf(part), edits: part.broken ?? [] })),
    ])
    say('edited by LibreOffice')
    const counts: Counts = { files: 0, refused_files: 0, wrongly_refused: 0, violations_entered: 0, unreported: 0 }
    const send = (n: number) =>
      uploadTo(url, token, `${at}/sync`, {
        bytes: edited[n] ?? Buffer.alloc(0),
        filename: `${n}.xlsx`,
        // Not even then a row of another part goes.
        fields: { allow_deletes: 'true' },
      })
    for (const n of shuffled(random, parts.keys())) {
      const part = parts[n]
      if (!part) continue
      if (part.broken) await sendBroken(counts, () => send(parts.length + n))
      await sendPart(counts, part, () => send(n), say)
    }
    const rows = await readRows(owner, at)
    return { seed, ...counts, ...judge(counts, parts, rows, say) }
  } finally {
    await service.close()
  }
}

/** Rows of all departments in one table, in no order, under its rules. */
async function newBudget({ call }: Person, random: Random) {
  const { body } = await call('POST', '/api/v1/workbooks', { title: '予算' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await call('POST', `${at}/tables`, { name: 'budget', columns: COLUMNS })
  const rows = departments(FILES).flatMap((department, d) =>
    Array.from({ length: ROWS_EACH.least + Math.floor(random() * ROWS_EACH.more) }, (_, n): Row => {
      const amount = Math.floor(random() * MOST_AMOUNT)
      return { department, code: `${d}-${n}`, item: `item ${n}`, kind: pick(random, KINDS), amount, note: null }
    }),
  )
  const mixed = shuffled(random, rows)
  await call('POST', `${at}/tables/budget/rows`, { expected_version: null, rows: mixed })
  const set = await call('PUT', `${at}/tables/budget/rules`, { expected_version: 0, rules: RULES })
  if (set.status !== 200) throw new Error(`the rules were refused: ${JSON.stringify(set.body)}`)
  return { at, cases: mixed.map((row, n) => newCase(random, n + 1, row)) }
}

function planParts(random: Random, cases: readonly Case[]): Part[] {
  const every = [...Map.groupBy(cases, ({ row }) => row.department)]
  return every.map(([department, own], n) => {
    const [, foreign = []] = every[(n + 7) % every.length] ?? []
    const other = foreign.find(({ inFile, here }) => inFile === 'kept' && here === 'nothing') ?? foreign[0]
    if (!other) throw new Error('a department without rows')
    const others = { department: other.row.department, rowId: other.rowId, code: other.row.code }
    return newPart(random, department, own, others, n % BROKEN_EVERY === 0)
  })
}

async function changeHere({ call }: Person, at: string, cases: readonly Case[]) {
  const rows = cases.flatMap(({ rowId, here }): object[] => {
    if (here === 'note') return [{ __svc_row_id: rowId, note: noteHere(rowId) }]
    return here === 'move' ? [{ __svc_row_id: rowId, department: MOVED_TO }] : []
  })
  await call('POST', `${at}/tables/budget/rows`, { expected_version: null, rows })
}

/** Files by the department they are for, as the list in the zip file has them. */
function namesIn(list: Buffer | undefined): Map<string, string> {
  const lines = (list ?? Buffer.alloc(0)).toString().replace('\uFEFF', '').trim().split('\r\n').slice(1)
  // Neither names of files nor ids hold a comma or a quote; what is between them is the value.
  const read = lines.map((line) => /^(?<file>[^,]+\.xlsx|"(?:[^"]|"")+"),(?<value>.*),\d+,br_\w+$/s.exec(line)?.groups)
  return new Map(
    read.map((found) => [unquoted(found?.value ?? '').replace(/^'(?==)/, ''), unquoted(found?.file ?? '')]),
  )
}

const unquoted = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text)

type Sent = Awaited<ReturnType<typeof uploadTo>>

async function sendBroken(counts: Counts, send: () => Promise<Sent>) {
  const { status, body } = await send()
  if (status === 422 && body.code === 'rule_violated') counts.refused_files += 1
  else counts.violations_entered += 1
}

async function sendPart(counts: Counts, part: Part, send: () => Promise<Sent>, say: ProofOptions['say']) {
  const { status, body } = await send()
  const [result] = body.results ?? []
  if (status !== 200 || result?.action !== 'merged') {
    counts.wrongly_refused += 1
    say(`${part.department} was refused: ${JSON.stringify(body).slice(0, 300)}`)
    return
  }
  counts.files += 1
  const left = result.skipped.filter(
    ({ code }: { code: string }) => code === 'foreign_row' || code === 'unknown_row_id',
  )
  if (left.length !== part.refused || result.skipped_count !== part.refused) {
    counts.unreported += 1
    say(`${part.department}: ${part.refused} rows are foreign, reported are ${JSON.stringify(result.skipped)}`)
  }
}

async function readRows({ call }: Person, at: string): Promise<(Row & { __svc_row_id: number })[]> {
  return (await call('GET', `${at}/tables/budget/rows?limit=10000`)).body.rows
}

/** Every row against the model: what a file wrote where it may not is foreign, all else that differs is lost. */
function judge(
  counts: Counts,
  parts: readonly Part[],
  rows: readonly (Row & { __svc_row_id: number })[],
  say: ProofOptions['say'],
) {
  const byId = new Map(rows.map((row) => [row.__svc_row_id, row]))
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const met = new Set<number>()
  let [lost, foreign, edits] = [0, 0, 0]
  const differ = (expected: Row | null, found: (Row & { __svc_row_id: number }) | undefined) => {
    edits += 1
    if (found) met.add(found.__svc_row_id)
    if (expected === null && !found) return
    if (expected && found && COLUMNS.every(({ name }) => expected[name as keyof Row] === found[name as keyof Row]))
      return
    const isForeign = found ? found.note === FOREIGN || found.department !== expected?.department : false
    if (isForeign || (expected && !found)) foreign += 1
    else lost += 1
    say(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
  }
  for (const { cases, added } of parts) {
    for (const each of cases) differ(expectedRow(each, MOVED_TO), byId.get(each.rowId))
    for (const row of added) differ(row, byCode.get(row.code))
  }
  foreign += rows.filter(({ __svc_row_id: id }) => !met.has(id)).length
  const codes = new Set(rows.map(({ code }) => code))
  const broken = rows.filter(breaksRule).length + rows.length - codes.size
  return { rows: edits, lost, foreign_rows: foreign, violations_entered: counts.violations_entered + broken }
}

function shuffled<T>(random: Random, items: Iterable<T>): T[] {
  const list = [...items]
  for (let n = list.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    const [one, two] = [list[n], list[other]]
    // Safe: both stand in the list.
    list[n] = two as T
    list[other] = one as T
  }
  return list
}
