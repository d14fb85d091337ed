import { assertState } from '../../../platform/errors.ts'
import type { Retype, Uncastable } from '../../builder/build-request.ts'
import { type ColumnType, formatColumnType } from '../../table/column-type.ts'
import type { Committed, NotCommitted, RowEdit, TableWrite } from '../../table/commit.ts'
import { type ContentPlan, planContent } from '../../table/content.ts'
import type { Column, SegmentRef, TablePlace } from '../../table/table.ts'
import { findTableHead, listEdits, listVersionKinds } from '../../table/tables.store.ts'
import { parseValue } from '../../values/values.ts'
import type { StoragePlatform } from '../storage.ts'
import { buildFrom, laySource, wholeContent } from './build-content.ts'
import { type CommitWrite, MOST_ATTEMPTS } from './commit-write.ts'
import { planRewrite } from './plan-rewrite.ts'
import { readContents } from './read-content.ts'
import { writeSegments } from './write-segments.ts'

export type NotRetyped = { status: 'uncastable' } & Uncastable

/** `change` is applied to the column's new form: a retype may rename as well. */
export type RetypeRequest = { columnId: number; type: ColumnType; expected: number | null; change?: Partial<Column> }

/**
 * Casts a column to another type, under a new column id: edits made before can never meet the new type. Writers are not
 * held up; rows they touched meanwhile are cast one by one and laid over.
 */
export async function retypeColumn(
  platform: StoragePlatform,
  place: TablePlace,
  request: RetypeRequest,
  commitWrite: CommitWrite,
): Promise<Committed | NotCommitted | NotRetyped> {
  for (let attempt = 1; ; attempt++) {
    const cast = await castColumn(platform, place, request)
    if ('status' in cast) return cast
    const answer = await commitCast(platform, cast, commitWrite)
    if (answer.status !== 'reread' || attempt === MOST_ATTEMPTS) return answer
  }
}

/** A column that is cast and not committed: segments of the content as it was at `plan.version`, and what came since. */
export type CastColumn = { plan: ContentPlan; retype: Retype; type: ColumnType; write: TableWrite }

/** All that takes long. It must not happen inside a transaction, which would wait for it. */
export async function castColumn(
  platform: StoragePlatform,
  { workbookId, tableId }: TablePlace,
  { columnId, type, expected, change }: RetypeRequest,
): Promise<CastColumn | NotCommitted | NotRetyped> {
  const head = await findTableHead(platform.db, workbookId, tableId)
  const plan = head && (await planContent(platform.db, workbookId, tableId, head.editVersion))
  if (!plan) return { status: 'gone', tableId }
  const isThere = plan.columns.some(({ id }) => id === columnId)
  if (!isThere) return { status: 'reread', tableId, current: plan.version }
  const retype = { from: columnId, to: head.nextColumnId, type: formatColumnType(type) }
  const segments = await castSegments(platform, plan, retype)
  if ('count' in segments) return { status: 'uncastable', ...segments }
  const columns = plan.columns.map((column) =>
    column.id === columnId ? { ...column, ...change, id: retype.to, type, initial: null } : column,
  )
  const { rowCount, version: read } = plan
  const nextColumnId = retype.to + 1
  const written = { tableId, expected, read, isMatched: true, kind: 'replace' as const, segments, rowCount }
  const cast = { plan, retype, type, write: { ...written, columns, nextColumnId, overlays: [] } }
  return catchUpToNow(platform, cast)
}

/** What was edited while the segments were written, so that the commit finds little or nothing to do. */
async function catchUpToNow(platform: StoragePlatform, cast: CastColumn): Promise<CastColumn | NotRetyped> {
  const { workbookId, tableId, version } = cast.plan
  const now = await findTableHead(platform.db, workbookId, tableId)
  if (!now || now.editVersion === version) return cast
  const write = await catchUp(platform, cast, now.editVersion)
  if (!write) return cast
  return 'status' in write ? write : { ...cast, write }
}

async function castSegments(
  platform: StoragePlatform,
  plan: ContentPlan,
  retype: Retype,
): Promise<SegmentRef[] | Uncastable> {
  const { storage } = platform
  const { segments, laid } = plan
  if (segments.length === 0 && laid.size === 0) return []
  return buildFrom(storage, plan.workbookId, segments, async (builder) => {
    const whole = await laySource(storage, builder, plan, wholeContent(plan), retype)
    const uncastable = await builder.ask({ kind: 'find-uncastable', source: whole })
    if (uncastable.count > 0) return uncastable
    const sources = []
    for (const part of partsOf(plan, storage.limits))
      sources.push(await laySource(storage, builder, plan, part, retype))
    const built = await builder.ask({ kind: 'write', sources, limits: storage.limits })
    return writeSegments(platform, plan, builder, built.flat())
  })
}

/** Every segment is written again; one at a time, so that a builder never holds the whole table. */
function partsOf({ segments, laid }: ContentPlan, limits: { rows: number; bytes: number }) {
  const rowIds = [...laid.keys()].sort((a, b) => a - b)
  return planRewrite(segments, rowIds, limits).map((part) =>
    'kept' in part ? { segments: [part.kept], rowIds: [] } : part,
  )
}

/** Commits; when rows were edited meanwhile, with those rows laid over. `reread`: more than rows changed; cast again. */
export async function commitCast(
  platform: StoragePlatform,
  cast: CastColumn,
  commitWrite: CommitWrite,
): Promise<Committed | NotCommitted | NotRetyped> {
  let answer = await commitWrite(cast.write)
  for (let attempt = 1; answer.status === 'reread' && attempt < MOST_ATTEMPTS; attempt++) {
    const caughtUp = await catchUp(platform, cast, answer.current)
    if (!caughtUp) return answer
    if ('status' in caughtUp) return caughtUp
    answer = await commitWrite(caughtUp)
  }
  return answer
}

/** Undefined when more than rows changed: then all begins again. */
async function catchUp(
  platform: StoragePlatform,
  { plan, retype, type, write }: CastColumn,
  current: number,
): Promise<TableWrite | NotRetyped | undefined> {
  const { workbookId, tableId } = plan
  const since = { from: plan.version + 1, to: current }
  const kinds = await listVersionKinds(platform.db, workbookId, tableId, since)
  if (kinds.some((kind) => kind !== 'rows')) return undefined
  const edits = await listEdits(platform.db, workbookId, tableId, [since])
  const now = await planContent(platform.db, workbookId, tableId, current)
  assertState(now, 'the newest version is there')
  const touched = [...new Set(edits.map(({ rowId }) => rowId))]
  const [present = new Map()] = await readContents(platform.storage, [now], touched)
  const refused: { rowId: number; text: string }[] = []
  const rows = touched.map((rowId): RowEdit => {
    const cells = present.get(rowId)
    if (!cells) return { op: 'D', rowId, cells: null, before: null }
    const { [retype.from]: text = null, ...others } = cells
    const parsed = parseValue(type, text)
    if ('error' in parsed) refused.push({ rowId, text: text ?? '' })
    return { op: 'I', rowId, cells: { ...others, [retype.to]: 'text' in parsed ? parsed.text : null }, before: null }
  })
  if (refused.length > 0) return toUncastable(refused)
  return { ...write, read: current, rowCount: now.rowCount, rows, overlays: [{ from: current + 1, to: current + 1 }] }
}

const toUncastable = (refused: readonly { rowId: number; text: string }[]): NotRetyped => ({
  status: 'uncastable',
  count: refused.length,
  rowIds: refused.slice(0, 100).map(({ rowId }) => rowId),
  samples: [...new Set(refused.map(({ text }) => text.slice(0, 200).toWellFormed()))].slice(0, 5),
})
