import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres.ts'
import { formatColumnType } from '../column-type.ts'
import { foldEdits, planContent } from '../content.ts'
import type { ReadableTable } from '../readable-table.ts'
import type { StoredSegment } from '../segment.ts'
import type { Column } from '../table.ts'
import { findColumns, listEdits } from '../tables.store.ts'
import { type CutTable, findCut, hasNewSegments } from './engine.store.ts'
import { type Answered, EngineFailed } from './engine-conversation.ts'
import type { EngineFiles } from './engine-files.ts'
import type { EngineProcess } from './engine-process-handle.ts'
import type { EngineCommand, StoredColumn, TableEdit, TableLoad } from './protocol.ts'
import { rowChanges } from './row-changes.ts'
import { Turns } from './turns.ts'

/** By table, the columns an engine may not hold. */
export type HiddenColumns = ReadonlyMap<string, ReadonlySet<number>>

/** `inMemoryBytes`: stored size up to which a table is copied into memory. */
export type EngineSource = { db: Db; files: EngineFiles; inMemoryBytes: number }

type HeldTable = {
  key: string
  version: number
  schemaNo: number
  columns: readonly StoredColumn[]
  isInMemory: boolean
  bytes: number
  /** What it is read from. */
  files: readonly string[]
  segments: readonly StoredSegment[]
  /** Rows edited since it was loaded. */
  editedRows: number
}

/** All tables of an engine that are in memory, as a multiple of one. */
const TABLES_IN_MEMORY = 4
/** Loading reads every segment of a table, answering a page of it does not. */
const CHANGE_MS = 120_000
const READ_MS = 30_000
/** Replaced rows leave holes that a table loaded anew does not have. */
const MOST_EDITED_ROWS = 50_000
/** Older versions an engine keeps at once. */
const PAST_TABLES = 4

/** One hot workbook, for one set of hidden columns: a process, and what it holds of which version. */
export class Engine {
  readonly process: EngineProcess
  readonly workbookId: string
  lastUsed = performance.now()
  /** Reads under way; an engine in use is never thrown out. */
  users = 0
  readonly #source: EngineSource
  readonly #hidden: HiddenColumns
  readonly #turns = new Turns()
  readonly #tables = new Map<string, HeldTable>()
  readonly #past = new Map<string, HeldTable>()
  /** The process holds the workbook as it was at this edit_seq, in all its tables. */
  #seq = 0

  constructor(process: EngineProcess, source: EngineSource, workbookId: string, hidden: HiddenColumns) {
    this.process = process
    this.#source = source
    this.workbookId = workbookId
    this.#hidden = hidden
  }

  /** Asks about a table, at a state no older than the table was opened at. `columnIds` are those the question names. */
  async read(
    table: ReadableTable,
    columnIds: readonly number[],
    question: (key: string) => EngineCommand,
  ): Promise<Answered> {
    this.users += 1
    try {
      return await this.process.ask(question(await this.#bring(table, columnIds)), READ_MS)
    } catch (error) {
      if (error instanceof EngineFailed && error.failure === 'file') await this.#discardDamaged()
      throw error
    } finally {
      this.users -= 1
      this.lastUsed = performance.now()
    }
  }

  /** The physical name under which the table can be read now. */
  async #bring(table: ReadableTable, columnIds: readonly number[]): Promise<string> {
    if (table.isPast) return this.#bringPast(table)
    if (this.#isBehind(table)) await this.#turns.take(() => this.#catchUp(table))
    const held = this.#tables.get(table.tableId)
    assertState(held, 'a table that was brought in')
    const plain = new Set(table.columns.flatMap(({ id, isMasked }) => (isMasked ? [] : [id])))
    const isThere = columnIds.every((id) => !plain.has(id) || held.columns.some((column) => column.id === id))
    // A column went away after the table was opened: its reader gets what he opened.
    return isThere ? held.key : this.#bringPast(table)
  }

  #isBehind({ tableId, editSeq }: ReadableTable) {
    return this.#seq < editSeq || !this.#tables.has(tableId)
  }

  async #catchUp(table: ReadableTable) {
    // Whoever had the turn before may have brought it.
    if (!this.#isBehind(table)) return
    const cut = await findCut(this.#source.db, this.workbookId, this.#seq, [table.tableId])
    assertState(cut.editSeq >= table.editSeq, 'a table is read only after what it was opened at has committed')
    const loads: Loaded[] = []
    const edits: { edit: TableEdit; head: CutTable }[] = []
    for (const head of cut.tables) {
      const held = this.#tables.get(head.tableId)
      if (!held && head.tableId !== table.tableId) continue
      if (held?.version === head.version) continue
      const edit = held && (await this.#planEdit(held, head))
      if (edit) edits.push({ edit, head })
      else loads.push(await this.#planLoad(head, nameOf(head.tableId)))
    }
    if (loads.length + edits.length > 0)
      await this.#change(
        loads,
        edits.map(({ edit }) => edit),
      )
    const before = loads.flatMap(({ tableId }) => this.#tables.get(tableId)?.files ?? [])
    for (const { held, tableId } of loads) this.#tables.set(tableId, held)
    await this.#removeFiles([...before, ...loads.flatMap(({ load }) => load.files)])
    for (const { edit, head } of edits) {
      const held = this.#tables.get(head.tableId)
      if (!held) continue
      const editedRows = held.editedRows + edit.edits.length
      this.#tables.set(head.tableId, { ...held, version: edit.version, schemaNo: head.schemaNo, editedRows })
    }
    this.#seq = cut.editSeq
  }

  /** Undefined when row edits alone do not lead from what is held to the cut. */
  async #planEdit(held: HeldTable, head: CutTable): Promise<TableEdit | undefined> {
    const { db } = this.#source
    const { tableId, version, rowCount } = head
    if (held.editedRows > MOST_EDITED_ROWS) return undefined
    if (await hasNewSegments(db, this.workbookId, tableId, { after: held.version, upTo: version })) return undefined
    if (held.schemaNo !== head.schemaNo) {
      const columns = this.#visible(tableId, await findColumns(db, this.workbookId, tableId, head.schemaNo))
      if (!isSameColumns(columns, held.columns)) return undefined
    }
    const deltas = await listEdits(db, this.workbookId, tableId, [{ from: held.version + 1, to: version }])
    const edits = rowChanges(foldEdits(deltas), held.columns)
    const { key, columns, isInMemory } = held
    return { key, version, rowCount, columns, isInMemory, edits }
  }

  async #planLoad({ tableId, version, nextColumnId }: CutTable, key: string): Promise<Loaded> {
    const content = await planContent(this.#source.db, this.workbookId, tableId, version)
    assertState(content, `version ${version} of table ${tableId} is there`)
    const columns = this.#visible(tableId, content.columns)
    const { segments, rowCount, schemaNo } = content
    const placement = { segments, columns, columnIdsGiven: nextColumnId - 1 }
    const files = await this.#source.files.place(this.process, placement)
    const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
    const most = this.#source.inMemoryBytes
    const isInMemory = bytes <= most && this.#bytesInMemory() + bytes <= TABLES_IN_MEMORY * most
    const load = { key, version, rowCount, columns, files, isInMemory, edits: rowChanges(content.laid, columns) }
    const kept = { files: isInMemory ? [] : files, segments: isInMemory ? [] : segments, editedRows: 0 }
    const held = { key, version, schemaNo, columns, isInMemory, bytes, ...kept }
    return { load, held, segments, tableId }
  }

  #bytesInMemory() {
    const held = [...this.#tables.values(), ...this.#past.values()]
    return held.reduce((sum, { isInMemory, bytes }) => sum + (isInMemory ? bytes : 0), 0)
  }

  #visible(tableId: string, columns: readonly Column[]): StoredColumn[] {
    const hidden = this.#hidden.get(tableId)
    return columns
      .filter(({ id }) => !hidden?.has(id))
      .map(({ id, type, initial }) => ({ id, type: formatColumnType(type), initial }))
  }

  async #change(loads: readonly Loaded[], edits: readonly TableEdit[], drops: readonly string[] = []) {
    try {
      await this.process.ask({ do: 'change', drops, loads: loads.map(({ load }) => load), edits }, CHANGE_MS)
    } catch (error) {
      if (error instanceof EngineFailed && error.failure === 'file') {
        await this.#source.files.discardDamaged(loads.flatMap(({ segments }) => segments))
      }
      throw error
    }
  }

  async #discardDamaged() {
    const held = [...this.#tables.values(), ...this.#past.values()]
    await this.#source.files.discardDamaged(held.flatMap(({ segments }) => segments))
  }

  /** Files that no table of the engine reads any more are taken out of its folder. */
  async #removeFiles(files: readonly string[]) {
    const used = new Set([...this.#tables.values(), ...this.#past.values()].flatMap((table) => table.files))
    const unused = files.filter((file) => !used.has(file))
    await Promise.all(unused.map((file) => rm(join(this.process.folders.input, file), { force: true })))
  }

  /** An older version, beside the current one. */
  #bringPast({ tableId, version }: ReadableTable): Promise<string> {
    const key = `${nameOf(tableId)}_v${version}`
    return this.#turns.take(async () => {
      if (this.#past.has(key)) return key
      const { tables } = await findCut(this.#source.db, this.workbookId, Number.MAX_SAFE_INTEGER, [tableId])
      const head = tables[0]
      assertState(head, `table ${tableId} is there`)
      const load = await this.#planLoad({ ...head, version }, key)
      const [oldest, ...others] = this.#past.keys()
      // A read of it may be under way: it keeps its snapshot.
      const dropped = oldest !== undefined && others.length + 1 >= PAST_TABLES ? [oldest] : []
      await this.#change([load], [], dropped)
      const before = dropped.flatMap((name) => this.#past.get(name)?.files ?? [])
      for (const name of dropped) this.#past.delete(name)
      this.#past.set(key, load.held)
      await this.#removeFiles([...before, ...load.load.files])
      return key
    })
  }
}

type Loaded = { tableId: string; load: TableLoad; held: HeldTable; segments: readonly StoredSegment[] }

const nameOf = (tableId: string) => `t${tableId.replaceAll('-', '')}`

function isSameColumns(some: readonly StoredColumn[], others: readonly StoredColumn[]) {
  return some.length === others.length && some.every(({ id }) => others.some((other) => other.id === id))
}
