import { extname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Person } from '../server/test/person.ts'
import { newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { uploadTo } from '../server/test/upload.ts'
import type { Given, GivenColumn } from './lossless/given.ts'
import { type Answered, countChanged } from './lossless/judge-column.ts'
import { csvFile, xlsxFile } from './lossless/make-files.ts'
import { textSheet, workbookSheet } from './lossless/sheet.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const ROWS = 2_000
const NOTICE_MS = 500
const FILES_OF_EACH = 7
const LONG_FILES_OF_EACH = 60
/** Met by the control too, so that it fails for what it changes. */
const LEAST_CELLS = 150_000

/** Sheets of values that programs like to change go in as csv and as xlsx, and are read back over HTTP, cell by cell. */
export const proof: Proof = {
  promise: 'Whatever stands in a sheet, its table holds: no cell is changed silently',
  isQuick: false,
  minutes: 6,
  about: ['spreadsheet/src', 'server/src/engine/loader-program'],
  bars: { least_cells: LEAST_CELLS, silently_changed: 0 },
  measure: (options) => roundTrips(options, options.isLong ? LONG_FILES_OF_EACH : FILES_OF_EACH, (columns) => columns),
  // The sheet was opened and saved before by a program that takes every text for a number that can be one.
  control: (options) => roundTrips(options, 1, (columns) => columns.map(takeForNumbers)),
  holds: ({ cells, silently_changed: changed }) => Number(cells) >= LEAST_CELLS && changed === 0,
}

type Change = (columns: readonly GivenColumn[]) => readonly GivenColumn[]
/** Columns that changed, by how many cells; and how often each type was taken. */
type Findings = { changed: Record<string, number>; types: Record<string, number> }
type UploadTarget = { url: string; owner: Person; path: string }

async function roundTrips({ say }: ProofOptions, files: number, change: Change): Promise<Figures> {
  const service = await runService({ checkResponses: false })
  const seed = Number(process.env.SEED ?? 20_260_101)
  const found: Findings = { changed: {}, types: {} }
  let cells = 0
  try {
    const url = service.urls[0] ?? ''
    const owner = await newPerson(url)
    const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Lossless' })
    const place = { url, owner, path: `/api/v1/workbooks/${body.workbook_id}` }
    for (let file = 0; file < files; file++) {
      const texts = textSheet(ROWS, seed + file)
      const workbook = workbookSheet(ROWS, seed + file)
      cells += await compare(place, `t${file}.csv`, csvFile(change(texts)), texts, found)
      cells += await compare(place, `w${file}.xlsx`, xlsxFile(change(workbook)), workbook, found)
      say(`${cells} cells, changed: ${JSON.stringify(found.changed)}`)
    }
  } finally {
    await service.close()
  }
  const silently = Object.values(found.changed).reduce((sum, count) => sum + count, 0)
  return { seed, files: 2 * files, cells, silently_changed: silently, ...found }
}

/** The columns of the file that came back otherwise are counted by name; gives how many cells were compared. */
async function compare(
  place: UploadTarget,
  filename: string,
  bytes: Buffer<ArrayBuffer>,
  columns: readonly GivenColumn[],
  { changed, types }: Findings,
): Promise<number> {
  // The client did not notice which connections the service closed while the file was made.
  await setTimeout(NOTICE_MS)
  const fields = { structuring: 'skip' }
  const { status, body } = await uploadTo(place.url, place.owner.session, `${place.path}/sources`, {
    bytes,
    filename,
    fields,
  })
  if (status !== 201) throw new Error(`${filename} was answered with ${status}: ${JSON.stringify(body)}`)
  const table = await readTable(place, body.artifacts[0].name)
  for (const { name, cells } of columns) {
    const answered = table.rows.map((row) => row[name] ?? null)
    const type = table.types.get(name) ?? 'missing'
    types[type] = (types[type] ?? 0) + 1
    const count = countChanged(type, padded(cells, answered.length), answered)
    const label = `${extname(filename)} ${name}`
    if (count > 0) changed[label] = (changed[label] ?? 0) + count
  }
  return columns.length * ROWS
}

/** Empty rows at the end are left out; rows that were never given hold a value. */
function padded(cells: readonly Given[], rows: number): readonly Given[] {
  if (rows > cells.length) return [...cells, ...Array.from({ length: rows - cells.length }, () => STRANGER)]
  return cells.slice(rows).every((cell) => cell === null) ? cells.slice(0, rows) : cells
}

const STRANGER: Given = { kind: 'text', text: 'this row was never given' }

async function readTable({ owner, path }: UploadTarget, name: string) {
  const rows: Record<string, Answered>[] = []
  const types = new Map<string, string>()
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await owner.call(
      'GET',
      `${path}/tables/${encodeURIComponent(name)}/rows?limit=1000${query}`,
    )
    if (status !== 200) throw new Error(`reading ${name} was answered with ${status}: ${JSON.stringify(body)}`)
    for (const column of body.columns) types.set(column.name, column.type)
    rows.push(...body.rows)
    cursor = body.next_cursor
  } while (cursor !== null)
  return { rows, types }
}

function takeForNumbers({ name, cells }: GivenColumn): GivenColumn {
  const asNumber = (cell: Given): Given => {
    if (cell?.kind !== 'text' || cell.text.trim() === '' || !Number.isFinite(Number(cell.text))) return cell
    return { kind: 'text', text: String(Number(cell.text)) }
  }
  return { name, cells: cells.map(asNumber) }
}
