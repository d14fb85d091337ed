/**
 * The program of a loader: a process of its own for one file that a user sent, which is trusted with nothing. It finds the
 * file in its first folder, writes to its second, is asked over descriptor 3, and ends when the other end is closed.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Socket } from 'node:net'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ByteSource, openBytes } from '@bindery-data/spreadsheet/byte-source.ts'
import { computedRuns } from '@bindery-data/spreadsheet/calculation/computed-cells.ts'
import {
  COMPARED,
  FILLED,
  NOTHING_PREPARED,
  type PreparedCalculation,
  prepareCalculation,
} from '@bindery-data/spreadsheet/calculation/prepare-calculation.ts'
import {
  type Calculation,
  NOT_CALCULATED,
  settleCalculation,
} from '@bindery-data/spreadsheet/calculation/settle-calculation.ts'
import { diffFiles } from '@bindery-data/spreadsheet/diff/diff-files.ts'
import { listCells } from '@bindery-data/spreadsheet/diff/list-cells.ts'
import { compareCells } from '@bindery-data/spreadsheet/edits/compare-cells.ts'
import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import { findCells } from '@bindery-data/spreadsheet/map/find-cells.ts'
import { mapFile } from '@bindery-data/spreadsheet/map/map-file.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { previewSheet } from '@bindery-data/spreadsheet/parse-spec/preview-sheet.ts'
import { sketchFile } from '@bindery-data/spreadsheet/parse-spec/sketch-file.ts'
import { judgeAdvice } from '@bindery-data/spreadsheet/structure/adviser/judge-advice.ts'
import { outlineSheets } from '@bindery-data/spreadsheet/structure/adviser/outline-sheets.ts'
import { correctFile } from '@bindery-data/spreadsheet/structure/correct/correct-file.ts'
import { type FileToStructure, structureFile } from '@bindery-data/spreadsheet/structure/structure-file.ts'
import { fitFile } from '@bindery-data/spreadsheet/structure/templates/fit-file.ts'
import { layoutFile } from '@bindery-data/spreadsheet/structure/templates/layout-file.ts'
import { zipStream } from '@bindery-data/spreadsheet/write/zip/zip-stream.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import { assertState } from '../../platform/errors.ts'
import { linesOf } from '../builder/lines.ts'
import { openLoaderDatabase } from '../builder/open-folder-database.ts'
import type { CellOrigins } from '../loader/cell-origins.ts'
import {
  BESIDE_FILE,
  type CalculationPurpose,
  type LoadReply,
  type LoadRequest,
  type OpenedAnswer,
  type PreviewAnswer,
  type StagedTable,
} from '../loader/load-request.ts'
import { type Archive, openArchive, readManifest, rewriteSegment, unpackPart } from './archive.ts'
import { createFileEditor, type FileEditor } from './edit-file.ts'
import { readFirstRows, writeLines, writeSegments } from './read-staged.ts'
import { readValues } from './read-values.ts'
import { stageSheets } from './sheet-stage.ts'
import { stageSpec } from './stage-spec.ts'
import { presentStaged, type StagedRelation } from './staged-relation.ts'
import { unpackFiles } from './unpack-files.ts'
import { writeFormulas, writeReturned } from './write-lines.ts'

const CHANNEL = 3
const PROGRESS_MS = 500

const [input = '/in', own = '/own'] = process.argv.slice(2)
let duckdb: DuckDBConnection
const channel = new Socket({ fd: CHANNEL, readable: true, writable: true })
const progress = { phase: 'open', rows: 0, bytes: 0, totalBytes: 0 }
/** As it was saved. */
let savedFile: OpenedFile | undefined
/** With the values that were computed. */
let file: OpenedFile | undefined
let prepared: PreparedCalculation = NOTHING_PREPARED
let calculation: Calculation = NOT_CALCULATED
let path = ''
/** What was asked for when the file was opened: what lies beside it is opened alike. */
let asOpened: Pick<LoadRequest & { kind: 'open' }, 'filename' | 'hints'> = { filename: '', hints: null }
let staged: readonly StagedRelation[] = []
let archive: Archive | undefined
let fileEditor: FileEditor | undefined

function reply(message: LoadReply) {
  channel.write(`${JSON.stringify(message)}\n`)
}

async function answer(request: LoadRequest): Promise<unknown> {
  switch (request.kind) {
    case 'open':
      return open(request)
    case 'prepare-calculation':
      return prepare(saved(), request.purpose)
    case 'calculated':
      return takeCalculation(request)
    case 'draft-edit':
      return editor().draft(request)
    case 'edit':
      return editor().write(request)
    case 'compare-cells':
      return withBeside((beside) => compareCells(saved(), beside))
    case 'preview':
      return preview(opened(), request)
    case 'map':
      return mapFile(opened(), request.spec ?? (await analyze(request.analysis)), request)
    case 'find-cells':
      return findCells(opened(), request)
    case 'cells':
      return cells(opened(), request)
    case 'diff':
      return withBeside((old) => diffFiles(old, saved(), request.limits))
    case 'analyze':
      return analyze(request)
    case 'correct':
      return correctFile(opened(), request)
    case 'outline':
      return outlineSheets(opened(), request)
    case 'judge-advice':
      return judgeAdvice(opened(), request)
    case 'sketch':
      return sketchFile(opened(), request.spec)
    case 'layout':
      return layoutFile(opened(), request.spec, request.salt)
    case 'fit':
      return fitFile(opened(), request)
    case 'stage-sheets':
    case 'stage-spec':
      return stage(request)
    case 'first-rows':
      return readFirstRows(duckdb, tableAt(request.table), request.limit)
    case 'write':
      return writeSegments({ duckdb, folder: own, limits: request.limits }, tableAt(request.table), request)
    case 'lines':
      return writeLines(duckdb, own, tableAt(request.table), request.columns)
    case 'returned':
      return writeReturned(path, saved(), own, request)
    case 'formulas':
      return writeFormulas(opened(), own, request.sheets)
    case 'open-archive':
      archive = openArchive(join(input, basename(request.file)))
      return { manifest: await readManifest(archive) }
    case 'unpack-files':
      return unpackFiles(join(input, basename(request.file)), own, request.limits)
    case 'archive-part':
      return unpackPart(openedArchive(), own, request)
    case 'archive-segment':
      return rewriteSegment(openedArchive(), own, duckdb, request)
  }
}

async function stage(request: LoadRequest & { kind: 'stage-sheets' | 'stage-spec' }) {
  staged =
    request.kind === 'stage-spec'
      ? await stageSpec(duckdb, opened(), request, progress)
      : await stageSheets(duckdb, opened(), progress)
  return presentTables()
}

async function open({ file: name, filename, hints }: LoadRequest & { kind: 'open' }): Promise<OpenedAnswer> {
  savedFile?.close()
  asOpened = { filename, hints }
  path = join(input, basename(name))
  savedFile = await openFile(watched(openBytes(path)), filename, hints)
  file = savedFile
  calculation = NOT_CALCULATED
  const { format, sheets, dialect } = savedFile
  const formulas = (await savedFile.calculation?.census()) ?? null
  return { format, sheets: sheets.map(presentSheet), dialect, formulas }
}

async function prepare(from: OpenedFile, purpose: CalculationPurpose): Promise<{ file: string }[]> {
  const most = purpose === 'fill' ? FILLED : COMPARED
  prepared = from.calculation ? await prepareCalculation(from, from.calculation, most) : NOTHING_PREPARED
  const { workbook } = prepared
  prepared = { ...prepared, workbook: null }
  if (!workbook) return []
  const name = `${randomUUID()}.part`
  await pipeline(zipStream(workbook, { level: 1 }), createWriteStream(join(own, name)))
  return [{ file: name }]
}

async function takeCalculation({ outcome }: LoadRequest & { kind: 'calculated' }) {
  const values = 'file' in outcome ? { values: await readValues(join(input, basename(outcome.file))) } : outcome
  calculation = settleCalculation(saved(), prepared, values)
  prepared = NOTHING_PREPARED
  file = saved().calculation?.withComputed(calculation.computed) ?? saved()
  return null
}

async function analyze(request: FileToStructure): Promise<ParseSpec> {
  const spec = await structureFile(opened(), request)
  return { ...spec, warnings: [...spec.warnings, ...calculation.warnings] }
}

/** Staged tables, each with the cells of its sheet that were computed. */
function presentTables(): StagedTable[] {
  const places = new Map(opened().sheets.map(({ name }, place) => [name, place]))
  const marked = <T extends { sheet: string; origins: CellOrigins }>(part: T): T => {
    const cells = calculation.computed.get(places.get(part.sheet) ?? -1)
    return cells ? { ...part, origins: { ...part.origins, computed: computedRuns(cells) } } : part
  }
  return staged.map((table) => {
    const presented = marked(presentStaged(table))
    const { union } = presented
    return union ? { ...presented, union: { ...union, parts: union.parts.map(marked) } } : presented
  })
}

const presentSheet = ({ name, state }: OpenedFile['sheets'][number]) => ({
  name,
  isHidden: state !== 'visible',
  dimension: null,
})

async function preview(
  from: OpenedFile,
  { sheet, range }: { sheet: string | null; range: string | null },
): Promise<PreviewAnswer> {
  return { sheets: from.sheets.map(presentSheet), ...(await previewSheet(from, sheet, range)) }
}

async function cells(from: OpenedFile, { sheet, most }: LoadRequest & { kind: 'cells' }) {
  const place = sheet === null ? 0 : from.sheets.findIndex(({ name }) => name === sheet)
  const found = from.sheets[place]
  assertState(found, `sheet ${sheet} is in the file`)
  return { sheet: found.name, ...(await listCells(from, place, most)) }
}

async function withBeside<T>(work: (beside: OpenedFile) => Promise<T>): Promise<T> {
  const beside = await openFile(openBytes(join(input, BESIDE_FILE)), asOpened.filename, asOpened.hints)
  return work(beside).finally(() => beside.close())
}

/** How far a file was read is known by the farthest byte that was asked for. */
function watched(bytes: ByteSource): ByteSource {
  progress.totalBytes = bytes.sizeBytes
  return {
    ...bytes,
    read: (from, length) => {
      progress.bytes = Math.min(bytes.sizeBytes, from + length)
      return bytes.read(from, length)
    },
  }
}

function saved(): OpenedFile {
  assertState(savedFile, 'a file is opened before it is read')
  return savedFile
}

function opened(): OpenedFile {
  assertState(file, 'a file is opened before it is read')
  return file
}

/** Of the file as it was saved: a value that was computed for reading is none of its own. */
function editor(): FileEditor {
  fileEditor ??= createFileEditor(path, input, own, saved())
  return fileEditor
}

function openedArchive(): Archive {
  assertState(archive, 'an archive is opened before it is read')
  return archive
}

function tableAt(table: number): StagedRelation {
  const found = staged[table]
  assertState(found, `table ${table} is not staged`)
  return found
}

/** As DuckDB says it of a query, and of rows that are appended. */
const SHORT_OF_MEMORY = /^Out of Memory Error|\bcould not allocate block\b/

async function replyTo(request: LoadRequest): Promise<LoadReply> {
  progress.phase = request.kind
  const timer = setInterval(() => reply({ progress }), PROGRESS_MS)
  try {
    return { answer: await answer(request) }
  } catch (error) {
    if (error instanceof FileRefused) return { refused: error.problem, message: error.message }
    const message = error instanceof Error ? error.message : String(error)
    if (SHORT_OF_MEMORY.test(message)) {
      return { refused: 'too_large', message: 'The file needs more memory or room than one file may have.' }
    }
    return { error: error instanceof Error ? (error.stack ?? message) : message }
  } finally {
    clearInterval(timer)
  }
}

async function serve() {
  duckdb = await openLoaderDatabase(own)
  // The service is gone, or done with us.
  channel.on('close', () => process.exit())
  channel.on('error', () => process.exit(1))
  reply({ answer: 'ready' })
  for await (const line of linesOf(channel)) {
    // Safe: the service is the only one at the other end.
    reply(await replyTo(JSON.parse(line) as LoadRequest))
  }
}

void serve()
