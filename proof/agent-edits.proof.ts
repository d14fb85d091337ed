import { parseArgs } from 'node:util'
import { callAs } from '../server/test/client.ts'
import { type ConnectedAgent, connectAgent } from '../server/test/connect-agent.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { pythonSettings } from '../server/test/python-runtime.ts'
import { runService } from '../server/test/start-service.ts'
import {
  anyFileEdits,
  differencesIn,
  type FileEdit,
  newFile,
  sheetsOf,
  spelled,
  touchedParts,
} from './agent-edits/file-edits.ts'
import { otherInOffice } from './agent-edits/office-values.ts'
import { anyRowEdit, differencesAfterRows, isBlankInNewRow, type RowEdit } from './agent-edits/row-edits.ts'
import { type Cells, type Diff, differenceOf, isSameDiff, type State } from './agent-edits/state.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/**
 * npm run -s proof agent-edits [-- --sequences 100] [--minutes 20]
 * Random sequences of calls of an agent: every write is tried first, and must then do what the trial reported, cell by cell. At the end the
 * whole conversation is undone, and every cell is what it was; where another user changed the same cells, the undo must refuse. One sequence
 * in five edits an xlsx file, cells and rows: the file differs in the cells that the trial reported and in no other part, and comes back byte
 * for byte. Files with other rows are computed by LibreOffice, too, which must find the values that they have.
 */
const { values: asked } = parseArgs({
  args: process.argv.slice(3),
  strict: false,
  options: { sequences: { type: 'string' }, minutes: { type: 'string' } },
})
const SEQUENCES = Number(asked.sequences ?? 2_000)
/** No further sequence is played then; the figures say how many were. */
const MOST_MS = Number(asked.minutes ?? 24 * 60) * 60_000
const ROWS = 8
const COLUMNS = [
  { name: 'name', type: 'VARCHAR' },
  { name: 'count', type: 'BIGINT' },
  { name: 'price', type: 'DECIMAL(10,2)' },
]
const LANES = 3
const NODES = 1
/** Files that an office computes again. */
const MOST_COMPUTED = 100

export const proof: Proof = {
  promise: 'A write does what its trial reported, and one undo takes a whole conversation back',
  isQuick: false,
  minutes: 35,
  about: ['server/src/doors/mcp', 'server/src/work/sources/edit', 'spreadsheet/src/edits'],
  measure: (options) => measure(options, SEQUENCES, (rows) => rows),
  // What is written is not what was tried.
  control: (options) =>
    measure(options, 40, (rows) => rows.map((row) => ({ ...row, name: `other ${String(row.name ?? '')}` }))),
  holds: ({ sequences, wrong }) => Number(sequences) > 0 && Number(wrong) === 0,
}

type Spoil = (rows: Cells[]) => Cells[]
type Tally = {
  sequences: number
  writes: number
  fileEdits: number
  rowEdits: number
  undone: number
  refused: number
  wrong: number
}
type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>
// biome-ignore lint/suspicious/noExplicitAny: answers of the API, whose form its own tests hold.
type Body = any

type Lane = {
  agent: ConnectedAgent
  /** The file as it is now. */
  download: () => Promise<Buffer>
  call: Call
  workbook_id: string
  random: (below: number) => number
  spoil: Spoil
  tally: Tally
  /** With rows that came or went. */
  files: Buffer[]
  say: (line: string) => void
}

async function measure({ say }: ProofOptions, sequences: number, spoil: Spoil): Promise<Figures> {
  const service = await runService({ apiNodes: NODES, settings: pythonSettings() })
  const { urls } = service
  const tally: Tally = { sequences: 0, writes: 0, fileEdits: 0, rowEdits: 0, undone: 0, refused: 0, wrong: 0 }
  const files: Buffer[] = []
  const began = Date.now()
  try {
    await Promise.all(
      Array.from({ length: LANES }, async (_, n) => {
        const url = urls[n % urls.length] ?? ''
        const person = await newPerson(url)
        // It lasts longer than a session.
        const token = await mintToken(person.call)
        const call: Call = callAs(url, token)
        const agent = await connectAgent(url, token)
        const { body } = await call('POST', '/api/v1/workbooks', { title: 'agent-edits' })
        const download = downloadAs(url, token, body.workbook_id)
        const random = randomFrom(n + 1)
        const lane = { agent, call, download, workbook_id: body.workbook_id, random, spoil, tally, files, say }
        for (const table of TABLES) await newTable(lane, table)
        await uploadFile(lane)
        while (tally.sequences < sequences && Date.now() - began < MOST_MS) {
          tally.sequences++
          if (tally.sequences % 5 === 0) await playFileSequence(lane)
          else await playSequence(lane, `talk ${n} ${tally.sequences}`)
          if (tally.sequences % 100 === 0)
            say(`${tally.sequences} sequences, ${tally.writes} writes, ${tally.wrong} wrong`)
        }
        await agent.close()
      }),
    )
  } finally {
    await service.close()
  }
  const office = await otherInOffice(files)
  for (const other of office.others) wrong({ tally, say }, other)
  return { ...tally, files_computed: files.length, formulas_computed: office.formulas }
}

const TABLES = ['stock', 'orders']

async function newTable({ call, workbook_id }: Lane, name: string) {
  const at = `/api/v1/workbooks/${workbook_id}/tables`
  await call('POST', at, { name, columns: COLUMNS })
  const rows = Array.from({ length: ROWS }, (_, n) => ({ name: `row ${n}`, count: n, price: `${n}.50` }))
  await call('POST', `${at}/${name}/rows`, { rows, expected_version: null })
}

async function playSequence(lane: Lane, session: string) {
  const { random } = lane
  const begin = await Promise.all(TABLES.map((table) => stateOf(lane, table)))
  const states = new Map(TABLES.map((table, n) => [table, begin[n] as State]))
  let writes = 0
  for (let left = 1 + random(4); left > 0; left--) {
    const table = TABLES[random(TABLES.length)] ?? ''
    const state = states.get(table)
    if (state && (await playWrite(lane, table, session, state))) writes++
    states.set(table, await stateOf(lane, table))
  }
  if (writes > 0) await playUndo(lane, session, begin, states)
}

/** Tries a write, writes it, and compares both with what became of the table. False: the write was refused, as its trial was. */
async function playWrite(lane: Lane, table: string, session: string, before: State): Promise<boolean> {
  const { agent, workbook_id, spoil, tally } = lane
  const edit = anyEdit(lane, before)
  const sent = { workbook_id, table, expected_version: before.version, session, ...edit }
  const tried = await agent.call('edit_rows', { ...sent, dry_run: true })
  const still = await stateOf(lane, table)
  if (differenceOf(before, still).length > 0 || still.version !== before.version)
    wrong(lane, `${table}: a trial has written`)
  const done = await agent.call('edit_rows', edit.rows ? { ...sent, rows: spoil(edit.rows) } : sent)
  tally.writes++
  if (tried.problem || done.problem) {
    if (tried.problem?.code !== done.problem?.code)
      wrong(lane, `trial: ${tried.problem?.code}, write: ${done.problem?.code}: ${JSON.stringify(edit)}`)
    return false
  }
  const after = await stateOf(lane, table)
  const counted = ['inserted', 'updated', 'unchanged', 'deleted'].every(
    (each) => tried.answer[each] === done.answer[each],
  )
  if (!counted || !isSameDiff(differenceOf(before, after), diffIn(tried.answer.dry_run)))
    wrong(
      lane,
      `${table}: tried ${JSON.stringify(tried.answer.dry_run)}, became ${JSON.stringify(differenceOf(before, after))}`,
    )
  return done.answer.op_id !== null
}

/** Undoes the conversation, sometimes after another has changed one of its cells. */
async function playUndo(lane: Lane, session: string, begin: readonly State[], states: ReadonlyMap<string, State>) {
  const { agent, workbook_id, tally, random } = lane
  if (random(5) === 0) await meddle(lane, session, begin, states)
  const tried = await agent.call('undo_operation', { workbook_id, session, dry_run: true })
  const done = await agent.call('undo_operation', { workbook_id, session })
  if (tried.problem || done.problem) return wrong(lane, `${session} cannot be undone: ${JSON.stringify(done.problem)}`)
  tally.undone++
  for (const [n, table] of TABLES.entries()) {
    const [was, now] = [states.get(table) as State, await stateOf(lane, table)]
    if (differenceOf(begin[n] as State, now).length > 0)
      wrong(lane, `${table} is not what it was: ${JSON.stringify(differenceOf(begin[n] as State, now))}`)
    const reported = (tried.answer.tables ?? []).find((each: Body) => each.table === table)
    if (!isSameDiff(differenceOf(was, now), diffIn(reported)))
      wrong(lane, `${table}: the trial of the undo was another`)
  }
}

/** Another user writes into a cell that the conversation wrote: the undo must refuse until that is taken back. */
async function meddle(lane: Lane, session: string, begin: readonly State[], states: ReadonlyMap<string, State>) {
  const { agent, call, workbook_id, tally } = lane
  for (const [n, table] of TABLES.entries()) {
    const now = states.get(table) as State
    const [change] = differenceOf(begin[n] as State, now).filter(({ kind }) => kind === 'update')
    const column = change && Object.keys(change.cells)[0]
    if (!change || !column) continue
    const value = column === 'name' ? 'meddled' : '777'
    const at = `/api/v1/workbooks/${workbook_id}`
    const rows = [{ __svc_row_id: change.rowId, [column]: value }]
    const { body } = await call('POST', `${at}/tables/${table}/rows`, { rows, expected_version: null })
    if (body.op_id === null) return
    const refused = await agent.call('undo_operation', { workbook_id, session })
    if (refused.problem?.code !== 'undo_conflict')
      wrong(lane, `an undo over another's edit: ${JSON.stringify(refused)}`)
    else tally.refused++
    await call('POST', `${at}/ops/${body.op_id}/undo`)
    return
  }
}

const FILE = 'orders.xlsx'

const downloadAs = (url: string, token: string, workbook_id: string) => async () => {
  const response = await fetch(`${url}/api/v1/workbooks/${workbook_id}/sources/${FILE}/download`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`the file does not come: ${response.status} ${bytes.toString().slice(0, 300)}`)
  return bytes
}

async function uploadFile({ agent, workbook_id }: Lane) {
  const base64 = (await newFile()).toString('base64')
  await agent.call('upload_file', { workbook_id, filename: FILE, base64 })
}

/** A conversation about a file: each edit is tried first; at the end the file is taken back to what it was. */
async function playFileSequence(lane: Lane) {
  const { agent, workbook_id, random } = lane
  const at = { workbook_id, source: FILE }
  const begin = await lane.download()
  const { answer: first } = await agent.call('edit_file', { ...at, restore_revision: 1, dry_run: true })
  let revision: number = first.revision
  const start = revision
  for (let left = 1 + random(3); left > 0; left--) revision = await playFileEdit(lane, revision, anyChange(random))
  if (revision === start) return
  const { answer } = await agent.call('edit_file', { ...at, restore_revision: start, expected_revision: revision })
  if (answer?.revision !== revision + 1 || !begin.equals(await lane.download()))
    wrong(lane, 'the file is not what it was before the conversation')
  else lane.tally.undone++
}

type FileChange = { edits?: readonly FileEdit[]; rows?: readonly RowEdit[] }

function anyChange(random: Lane['random']): FileChange {
  const rows = Array.from({ length: 1 + random(2) }, () => anyRowEdit(random))
  const kind = random(4)
  if (kind < 2) return { edits: anyFileEdits(random) }
  return kind === 2 ? { rows } : { rows, edits: anyFileEdits(random) }
}

async function playFileEdit(lane: Lane, revision: number, { edits, rows }: FileChange): Promise<number> {
  const { agent, workbook_id, tally, spoil } = lane
  const sent = { workbook_id, source: FILE, expected_revision: revision, edits, rows }
  const before = await lane.download()
  const tried = await agent.call('edit_file', { ...sent, dry_run: true })
  if (!before.equals(await lane.download())) wrong(lane, `${FILE}: a trial has written`)
  const isSpoiled = spoil([{}])[0]?.name !== undefined
  const meddled = isSpoiled ? [...(edits ?? []), { sheet: 'Orders', range: 'H9', value: 'other' }] : edits
  const done = await agent.call('edit_file', { ...sent, ...(meddled ? { edits: meddled } : {}) })
  tally.fileEdits++
  if (tried.problem || done.problem) {
    if (tried.problem?.code !== done.problem?.code)
      wrong(lane, `trial: ${tried.problem?.code}, write: ${done.problem?.code}: ${JSON.stringify({ rows, edits })}`)
    return revision
  }
  const after = await lane.download()
  if (rows) {
    tally.rowEdits++
    if (lane.files.length < MOST_COMPUTED) lane.files.push(after)
  }
  const reported = tried.answer.changes as { cell: string; before: { value: unknown }; after: { value: unknown } }[]
  const listed = reported.map(({ cell, before: was, after: is }) => spelled(cell, was.value, is.value)).sort()
  const found = rows ? await differencesAfterRows(before, after, rows) : await differencesIn(before, after)
  const counted = (lines: readonly string[]) =>
    JSON.stringify(lines.filter((line) => !isBlankInNewRow(line, rows ?? [])))
  if (tried.answer.cut || counted(listed) !== counted(found))
    wrong(
      lane,
      `${FILE}: tried ${JSON.stringify(listed)}, became ${JSON.stringify(found)} by ${JSON.stringify({ rows, edits })}`,
    )
  if (!isSpoiled && JSON.stringify(tried.answer.changes) !== JSON.stringify(done.answer.changes))
    wrong(lane, `${FILE}: the trial reported other cells than the write`)
  // Where a value is not known, the workbook asks to be computed when it is opened.
  const mayTouch = tried.answer.not_computed.length > 0 || rows ? ['xl/workbook.xml'] : []
  const moved = rows ? ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'] : []
  const touched = touchedParts(before, after, sheetsOf(reported)).filter(
    (part) => ![...mayTouch, ...moved].includes(part),
  )
  if (touched.length > 0) wrong(lane, `${FILE}: parts that no edit names are others: ${touched.join(', ')}`)
  return done.answer.revision
}

type Edit = { rows?: Cells[]; match_on?: string[]; delete_row_ids?: number[] }

function anyEdit({ random }: Lane, { rows }: State): Edit {
  const ids = [...rows.keys()]
  const anyId = () => ids[random(ids.length)] ?? 1
  switch (random(6)) {
    case 0:
      return { delete_row_ids: [anyId(), ...(random(2) === 0 ? [anyId()] : [])] }
    case 1:
      return { rows: [{ name: `new ${random(1_000)}`, count: random(50) }] }
    case 2:
      return { rows: [{ name: `row ${random(ROWS)}`, price: `${random(90)}.25` }], match_on: ['name'] }
    case 3:
      // Refused, by the trial and by the write.
      return { rows: [{ __svc_row_id: anyId(), count: 'no number' }] }
    default:
      return {
        rows: Array.from({ length: 1 + random(3) }, (_, n) => ({
          __svc_row_id: ids[(random(ids.length) + n) % ids.length] ?? 1,
          ...(random(2) === 0 ? { count: random(9) } : { name: `name ${random(9)}` }),
        })).filter((row, n, all) => all.findIndex((other) => other.__svc_row_id === row.__svc_row_id) === n),
      }
  }
}

async function stateOf({ call, workbook_id }: Lane, table: string): Promise<State> {
  const { body } = await call('GET', `/api/v1/workbooks/${workbook_id}/tables/${table}/rows?limit=1000`)
  const rows = body.rows.map(({ __svc_row_id: id, ...cells }: Cells): [number, Cells] => [Number(id), cells])
  return { version: body.edit_version, rows: new Map(rows) }
}

/** As a tool reports it. */
const diffIn = (reported: Body): Diff[] =>
  (reported?.rows ?? []).map(({ row_id, change, cells }: Body) => ({
    rowId: row_id,
    kind: change,
    cells: Object.fromEntries(cells.map(({ column, before, after }: Body) => [column, [before, after]])),
  }))

function wrong({ tally, say }: Pick<Lane, 'tally' | 'say'>, what: string) {
  tally.wrong++
  if (tally.wrong <= 20) say(`wrong: ${what}`)
}

/** Numbers that look random and are the same for a seed. */
function randomFrom(seed: number) {
  let state = (seed * 2_654_435_761 + 12_345) % 4_294_967_296
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}
