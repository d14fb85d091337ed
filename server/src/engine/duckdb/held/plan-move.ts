import { assertState } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { StoredSegment } from '../../storage/segment.ts'
import { type ContentPlan, planContent } from '../../table/content.ts'
import type { RowFilter } from '../../table/row-filter.ts'
import type { EngineProcess } from '../engine-process-handle.ts'
import type { StoredColumn, TableEdit, TableLoad } from '../protocol/protocol.ts'
import type { TableForm } from '../protocol/relation.ts'
import { type ColumnMasks, rowChanges, type Shown, throughMask } from './column-mask.ts'
import type { CutTable } from './engine.store.ts'
import type { EngineFiles } from './engine-files.ts'
import type { FilteredRows } from './filtered-rows.ts'
import { type FindWholeRows, planFilteredStep, type Sight, sightOf } from './filtered-step.ts'
import { type HeldContent, heldContent, planStep, type Step } from './held-content.ts'
import type { NativeFiles } from './native-files.ts'

/** `inMemoryBytes`: what a table that is copied into memory may take there. */
export type EngineSource = {
  db: Db
  files: EngineFiles
  natives: NativeFiles
  filtered: FilteredRows
  findWholeRows: FindWholeRows
  inMemoryBytes: number
}

/** A table as the node knows an engine process to hold it. */
export type HeldTable = {
  key: string
  form: TableForm
  content: HeldContent
  /** The newest native file that it was read from, or could have been; -1 for none. */
  nativeVersion: number
  bytes: number
  /** What it is read from: files in the input folder, or the one of its own. */
  files: readonly string[]
  segments: readonly StoredSegment[]
  /** Rows edited since it was loaded. */
  editedRows: number
  /** Laid over its files so that the first answer comes soon; it goes into memory when no request waits. */
  isHasty: boolean
  /** Where it is a copy without the rows that may not be seen. */
  sight?: Sight
}

/** A way from what is held, or from nothing, to a version: the commands for the process, and what it then holds. */
export type Move = {
  tableId: string
  load?: TableLoad
  edit?: TableEdit
  held: HeldTable
  /** Put into the input folder for it. */
  files: readonly string[]
  segments: readonly StoredSegment[]
}

/** Replaced rows leave holes that a table loaded again does not have. */
const MOST_EDITED_ROWS = 50_000
/** Copying more than this into memory takes longer than the first answer should. */
const AT_ONCE_BYTES = 2 * 1024 * 1024

/** Finds the cheapest way to bring the tables of one workbook into one engine process. */
export class MovePlanner {
  readonly #process: EngineProcess
  readonly #source: EngineSource
  readonly #workbookId: string
  readonly #masks: ColumnMasks

  constructor(process: EngineProcess, source: EngineSource, workbookId: string, masks: ColumnMasks) {
    this.#process = process
    this.#source = source
    this.#workbookId = workbookId
    this.#masks = masks
  }

  /** A native file has been built that the table should be read from. */
  hasBetterFile(tableId: string, held: HeldTable): boolean {
    return held.form !== 'memory' && this.#newestFile(tableId) > held.nativeVersion
  }

  /** From what is held. Undefined when that cannot be led to the cut, or should not. */
  async edit(held: HeldTable, head: CutTable): Promise<Move | undefined> {
    const isWorn = held.editedRows > MOST_EDITED_ROWS
    if (this.#masks.get(head.tableId)?.rows) return isWorn ? undefined : this.#editFiltered(held, head)
    if (isWorn && held.form === 'memory') return undefined
    const step = await this.#step(held.content, head)
    if (!step) return undefined
    // A view over files knows which ones, and with which columns.
    const isGrown = step.newColumns.length + step.newSegments.length > 0
    if (held.form === 'overlay' && isGrown) return undefined
    if (isWorn) this.#source.natives.want(this.#native(head.tableId), head.version)
    return this.#moveBy(step, held, head)
  }

  /** An edit may bring a row into sight that is not held, or take one out of it. How many rows it then holds is for the process to count. */
  async #editFiltered(held: HeldTable, head: CutTable): Promise<Move | undefined> {
    const { sight, content: before, key } = held
    const { db, findWholeRows } = this.#source
    if (!sight) return undefined
    const step = await planFilteredStep(db, this.#workbookId, { held: before, sight }, head, findWholeRows)
    if (!step) return undefined
    const { content, edits } = step
    const { version, columns } = content
    const edit = { key, version, rowCount: null, columns, newColumns: [], newFiles: [], edits }
    const editedRows = held.editedRows + edits.length
    return { tableId: head.tableId, edit, files: [], segments: [], held: { ...held, content, editedRows } }
  }

  /** From nothing. `isRoom` tells whether a table of some size may still come into memory. */
  async loadCurrent(head: CutTable, key: string, isRoom: (bytes: number) => boolean): Promise<Move> {
    if (this.#masks.get(head.tableId)?.rows) return this.load(head, key, isRoom)
    const native = await this.#loadNative(head, key)
    if (native) return native
    return this.#orNative(await this.load(head, key, isRoom, AT_ONCE_BYTES), head)
  }

  /** Into memory, after all. The files stay: who began to read them before may still want them. */
  async settle(head: CutTable, key: string, isRoom: (bytes: number) => boolean): Promise<Move> {
    const move = await this.#orNative(await this.load(head, key, isRoom), head)
    return { ...move, held: { ...move.held, files: move.files } }
  }

  /** What will be read from its files for long is wanted as one. */
  #orNative({ held, ...move }: Move, { tableId, version }: CutTable): Move {
    if (held.form === 'overlay' && !held.isHasty) this.#source.natives.want(this.#native(tableId), version)
    return { ...move, held: { ...held, nativeVersion: this.#newestFile(tableId) } }
  }

  /** From the segments of any version. */
  async load(
    head: CutTable,
    key: string,
    isRoom: (bytes: number) => boolean,
    atOnceBytes = Number.POSITIVE_INFINITY,
  ): Promise<Move> {
    const { tableId, version } = head
    const plan = await planContent(this.#source.db, this.#workbookId, tableId, version)
    assertState(plan, `version ${version} of table ${tableId} is there`)
    const mask = this.#masks.get(tableId)
    const shown = throughMask(plan.columns, mask)
    const { columns } = shown
    const { segments, rowCount } = plan
    const content = heldContent(plan, shown)
    if (mask?.rows) return this.#loadFiltered({ tableId, key, isRoom }, plan, shown, mask.rows)
    const files = await this.#place(segments, content, head)
    const bytes = memorySize(segments, columns)
    const isForMemory = bytes <= this.#source.inMemoryBytes && isRoom(bytes)
    const isHasty = isForMemory && bytes > atOnceBytes
    const form = isForMemory && !isHasty ? 'memory' : 'overlay'
    const load = { key, version, rowCount, columns, files, form, edits: rowChanges(plan.laid, shown) } as const
    const kept = form === 'memory' ? { files: [], segments: [] } : { files, segments }
    const held = { key, form, content, bytes, editedRows: 0, nativeVersion: -1, isHasty, ...kept } as const
    return { tableId, load, files, segments, held }
  }

  /** Without the rows that may not be seen: what the engine gets is made for this version, and of no other use. */
  async #loadFiltered(
    { tableId, key, isRoom }: { tableId: string; key: string; isRoom: (bytes: number) => boolean },
    plan: ContentPlan,
    shown: Shown,
    filter: RowFilter,
  ): Promise<Move> {
    const { columns } = shown
    const placed = await this.#source.filtered.place(this.#process, plan, shown, filter)
    const { files, rowCount } = placed
    const bytes = rowsSize(rowCount, columns) + placed.bytes
    const form = bytes <= this.#source.inMemoryBytes && isRoom(bytes) ? 'memory' : 'overlay'
    const load = { key, version: plan.version, rowCount, columns, files, form, edits: [] } as const
    const kept = { files: form === 'memory' ? [] : files, segments: plan.segments }
    const content = heldContent(plan, shown)
    const held: HeldTable = {
      ...{ key, form, content, bytes, ...kept, sight: sightOf(plan.columns, filter) },
      ...{ editedRows: 0, nativeVersion: -1, isHasty: false },
    }
    return { tableId, load, files, segments: plan.segments, held }
  }

  /** From its native file, if there is one and it can be led to the cut. */
  async #loadNative(head: CutTable, key: string): Promise<Move | undefined> {
    const table = this.#native(head.tableId)
    const native = this.#source.natives.find(table)
    const step = native && (await this.#step(native.content, head))
    const file = step && (await this.#source.natives.copy(table, native, this.#process))
    if (!file) return undefined
    const { content, bytes } = native
    const { version, columns } = content
    const load: TableLoad = { key, version, rowCount: 0, columns, form: 'native', files: [file], edits: [] }
    const kept = { files: [file], segments: [], editedRows: 0, isHasty: false }
    const held: HeldTable = { key, form: 'native', content, bytes, nativeVersion: version, ...kept }
    return { ...(await this.#moveBy(step, held, head)), load }
  }

  async #moveBy(step: Step, held: HeldTable, head: CutTable): Promise<Move> {
    const { content, newColumns, newSegments, edits } = step
    const files = await this.#place(newSegments, content, head)
    const { tableId, version, rowCount } = head
    const edit = { key: held.key, version, rowCount, columns: content.columns, newColumns, newFiles: files, edits }
    const editedRows = held.editedRows + edits.length
    const read = held.form === 'memory' ? [] : held.files
    return { tableId, edit, files, segments: newSegments, held: { ...held, content, editedRows, files: read } }
  }

  #step(content: HeldContent, head: CutTable) {
    return planStep(this.#source.db, this.#workbookId, content, head, this.#masks.get(head.tableId))
  }

  #place(segments: readonly StoredSegment[], { columns, maskedColumns }: HeldContent, { nextColumnId }: CutTable) {
    return this.#source.files.place(this.#process, {
      segments,
      columns,
      maskedColumns,
      columnIdsGiven: nextColumnId - 1,
    })
  }

  #native(tableId: string) {
    return { workbookId: this.#workbookId, tableId, mask: this.#masks.get(tableId) }
  }

  #newestFile(tableId: string): number {
    return this.#source.natives.find(this.#native(tableId))?.content.version ?? -1
  }
}

const BYTES: Readonly<Record<string, number>> = { BOOLEAN: 1, INTEGER: 4, DATE: 4 }
const EIGHT = new Set(['BIGINT', 'DOUBLE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ'])
/** Texts, decimals and ids of others; what long texts take besides is about what they take in the segment. */
const WIDE = 16
const ROW_ID_BYTES = 8

/** What a table takes in memory, where DuckDB does not compress: a segment tells little about that. */
function memorySize(segments: readonly StoredSegment[], columns: readonly StoredColumn[]): number {
  return segments.reduce((sum, { rows, bytes }) => sum + rowsSize(rows, columns) + bytes, 0)
}

const rowsSize = (rows: number, columns: readonly StoredColumn[]) =>
  rows * columns.reduce((sum, { type }) => sum + (BYTES[type] ?? (EIGHT.has(type) ? 8 : WIDE)), ROW_ID_BYTES)
