import { createReadStream } from 'node:fs'
import { copyFile, link } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildColumn, BuiltSegment, KeptRun, MatchCounts } from '../../builder/build-request.ts'
import type { Builder } from '../../builder/builder-process-handle.ts'
import { linesOf } from '../../builder/lines.ts'
import type { RowEdit } from '../../table/commit.ts'
import type { ContentPlan } from '../../table/content.ts'
import { type Cells, type Column, type SegmentRef, wholeRow } from '../../table/table.ts'
import { toBuildColumn } from '../segment.ts'
import type { StoragePlatform } from '../storage.ts'
import { buildFrom, laySource, wholeContent } from './build-content.ts'
import { writeSegments } from './write-segments.ts'

/** The rows of a file in segments that lie in a folder, numbered behind `idsAfter`. */
export type FreshRows = { folder: string; built: readonly BuiltSegment[]; idsAfter: number; rowCount: number }

export type MatchRequest = {
  /** The table as it stands, and as its file made it where it was edited since; null: it was not, or that is not known. */
  ours: ContentPlan
  base: ContentPlan | null
  fresh: FreshRows
  /** What the table has afterwards; those that the file lacks stand in `carried`. */
  columns: readonly Column[]
  carried: readonly number[]
  keys: readonly (readonly number[])[]
  /** The rows are wanted as segments, whatever the file changes. */
  isWhole: boolean
}

/** A cell that the file and a user changed; a whole row where there is no column. Texts are canonical. */
export type CellClash = {
  rowId: number
  columnId: number | null
  base: string | null
  ours: string | null
  fresh: string | null
}

export type MatchedContent = Omit<MatchCounts, 'runs'> & {
  content:
    | { kind: 'rows'; rows: readonly RowEdit[] }
    | { kind: 'replace'; segments: readonly SegmentRef[]; rowCount: number }
  clashes: readonly CellClash[]
  kept: readonly KeptRun[]
}

/** More changed rows than these are no edit of rows: they are written as segments. */
const MOST_EDITS = 20_000
const MOST_CLASHES = 10_000

/**
 * Finds which rows of a file a table has already, and what the file changes. Rows are paired by what they hold, then by a key: a row
 * that is the same keeps its id, and with it all that hangs on the id.
 */
export async function matchContent(platform: StoragePlatform, request: MatchRequest): Promise<MatchedContent> {
  const { ours, base } = request
  return buildFrom(
    platform.storage,
    ours.workbookId,
    [...ours.segments, ...(base?.segments ?? [])],
    async (builder) => {
      const counts = await askForPairs(platform, builder, request)
      const { runs, ...found } = counts
      const changes = counts.inserted + counts.updated + counts.deleted
      if (request.isWhole || !isSameSchema(request) || changes > MOST_EDITS) {
        const segments = await writeWhole(platform, builder, request)
        const edited = base ? await listLines(builder, request, 'overwritten', MOST_CLASHES) : []
        const content = { kind: 'replace' as const, segments, rowCount: request.fresh.rowCount }
        return { ...found, content, clashes: clashesIn(edited, request), kept: runs }
      }
      const lines = changes === 0 ? [] : await listLines(builder, request, 'changes', changes)
      const rows = lines.map((line) => editOf(line, request))
      return { ...found, content: { kind: 'rows', rows }, clashes: base ? clashesIn(lines, request) : [], kept: runs }
    },
  )
}

const isSameSchema = ({ ours, columns }: MatchRequest) =>
  ours.columns.length === columns.length &&
  ours.columns.every((column, n) => {
    const other = columns[n]
    return other?.id === column.id && other.name === column.name && isSameUnit(column, other)
  })

const isSameUnit = (one: Column, other: Column) =>
  one.unit?.text === other.unit?.text && one.unit?.scale === other.unit?.scale

/** Columns that table and file have. */
const sharedIn = ({ ours, columns, carried }: MatchRequest): BuildColumn[] =>
  columns
    .filter(({ id }) => !carried.includes(id) && ours.columns.some((column) => column.id === id))
    .map(toBuildColumn)

async function askForPairs(
  { storage }: StoragePlatform,
  builder: Builder,
  request: MatchRequest,
): Promise<MatchCounts> {
  const { ours, base, fresh, columns, carried, keys } = request
  for (const { file } of fresh.built) await placeFile(join(fresh.folder, file), join(builder.input, file))
  const fromFile = columns.filter(({ id }) => !carried.includes(id)).map(toBuildColumn)
  // Columns that came since are read as well: where the file made none, it made nothing.
  const asMade = base && { ...base, columns: ours.columns }
  const shared = sharedIn(request).map(({ id }) => id)
  return builder.ask({
    kind: 'match-rows',
    ours: await laySource(storage, builder, ours, wholeContent(ours)),
    base: asMade && (await laySource(storage, builder, asMade, wholeContent(asMade))),
    fresh: { segments: fresh.built.map(({ file }) => file), laid: null, columns: fromFile },
    shared,
    keys: keys.filter((key) => key.every((id) => shared.includes(id))),
    idsAfter: fresh.idsAfter,
  })
}

async function placeFile(from: string, to: string) {
  try {
    await link(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyFile(from, to)
  }
}

async function writeWhole(
  platform: StoragePlatform,
  builder: Builder,
  { ours, columns, carried }: MatchRequest,
): Promise<SegmentRef[]> {
  const { limits } = platform.storage
  const built = await builder.ask({ kind: 'write-matched', columns: columns.map(toBuildColumn), carried, limits })
  return writeSegments(platform, ours, builder, built)
}

type Texts = readonly (string | null)[]
type Line = readonly [op: 'I' | 'U' | 'D', rowId: number, ours: Texts, fresh: Texts, base: Texts]

async function listLines(
  builder: Builder,
  request: MatchRequest,
  of: 'changes' | 'overwritten',
  most: number,
): Promise<Line[]> {
  const ours = request.ours.columns.map(toBuildColumn)
  const file = await builder.ask({ kind: 'list-matched', ours, shared: sharedIn(request), of, most })
  const lines: Line[] = []
  // Safe: written by our own builder.
  for await (const line of linesOf(createReadStream(join(builder.folder, file)))) lines.push(JSON.parse(line) as Line)
  return lines
}

function editOf([op, rowId, ours, fresh]: Line, request: MatchRequest): RowEdit {
  const { columns } = request.ours
  const whole: Cells = Object.fromEntries(columns.map(({ id }, n) => [id, ours[n] ?? null]))
  if (op === 'D') return { op, rowId, cells: null, before: wholeRow(columns, whole) }
  const shared = sharedIn(request)
  const cells: Record<string, string | null> = {}
  for (const [n, { id }] of shared.entries())
    if (op === 'I' || whole[id] !== (fresh[n] ?? null)) cells[id] = fresh[n] ?? null
  if (op === 'I') return { op, rowId, cells: wholeRow(columns, cells), before: null }
  return { op, rowId, cells, before: Object.fromEntries(Object.keys(cells).map((id) => [id, whole[id] ?? null])) }
}

/** Cells that both sides changed to different values, and edited rows that the file has no more. */
function clashesIn(lines: readonly Line[], request: MatchRequest): CellClash[] {
  const { columns } = request.ours
  const shared = sharedIn(request)
  return lines
    .flatMap(([op, rowId, ours, fresh, base]): CellClash[] => {
      if (op === 'I') return []
      const edited = shared.flatMap(({ id }, n) => {
        const own = ours[columns.findIndex((column) => column.id === id)] ?? null
        const [made, next] = [base[n] ?? null, fresh[n] ?? null]
        return own === made ? [] : [{ rowId, columnId: id, base: made, ours: own, fresh: next }]
      })
      if (op === 'D') return edited.length > 0 ? [{ rowId, columnId: null, base: null, ours: null, fresh: null }] : []
      return edited.filter((cell) => cell.fresh !== cell.ours && cell.fresh !== cell.base)
    })
    .slice(0, MOST_CLASHES)
}
