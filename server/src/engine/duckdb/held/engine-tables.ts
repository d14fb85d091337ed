import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertState } from '../../../platform/errors.ts'
import { formatColumnType } from '../../table/column-type.ts'
import { isBlank, type ReadableTable } from '../../table/readable-table.ts'
import type { Column } from '../../table/table.ts'
import { EngineFailed } from '../engine.errors.ts'
import type { EngineProcess } from '../engine-process-handle.ts'
import { Turns } from '../protocol/frames.ts'
import type { CatalogTable } from '../protocol/protocol.ts'
import { type CutTable, findCut } from './engine.store.ts'
import type { EngineScope } from './engine-scope.ts'
import { type EngineSource, type HeldTable, type Move, MovePlanner } from './plan-move.ts'

/** All tables of an engine that are in memory, as a multiple of one. */
const TABLES_IN_MEMORY = 4
/** Loading reads every segment of a table, answering a page of it does not. */
const CHANGE_MS = 120_000
/** Older versions an engine keeps at once. */
const PAST_TABLES = 4

/** What users' SQL is about: some tables, and the names of all. */
export type Wanted = { editSeq: number; tableIds: readonly string[]; all?: readonly ReadableTable[] }

/** The tables an engine process holds, and how they come there. */
export class EngineTables {
  readonly #process: EngineProcess
  readonly #source: EngineSource
  readonly #scope: EngineScope
  readonly #planner: MovePlanner
  readonly #turns = new Turns()
  readonly #tables = new Map<string, HeldTable>()
  readonly #past = new Map<string, HeldTable>()
  /** The process holds the workbook as it was at this edit_seq, in all its tables. */
  #seq = 0
  /** The names it knows, in short. */
  #names = ''

  constructor(process: EngineProcess, source: EngineSource, scope: EngineScope) {
    this.#process = process
    this.#source = source
    this.#scope = scope
    this.#planner = new MovePlanner(process, source, scope.workbookId, scope.masks)
  }

  /** The name under which the table can be read now. */
  async bring(table: ReadableTable, columnIds: readonly number[]): Promise<string> {
    if (table.isPast) return this.#bringPast(table)
    await this.bringAll({ editSeq: table.editSeq, tableIds: [table.tableId] })
    const held = this.#tables.get(table.tableId)
    assertState(held, 'a table that was brought in')
    // A column went away after the table was opened: its reader gets what it opened.
    return this.#hasColumns(held, table, columnIds) ? held.key : this.#bringPast(table)
  }

  /** The name under which some version of the table can be read at once, however old, if it has these columns; and which. */
  findHeld(table: ReadableTable, columnIds: readonly number[]): { key: string; version: number } | undefined {
    const held = table.isPast || this.#isLoadable(table.tableId) ? undefined : this.#tables.get(table.tableId)
    return held && this.#hasColumns(held, table, columnIds)
      ? { key: held.key, version: held.content.version }
      : undefined
  }

  /** The name under which every row of a table can be read with these columns, at whatever version is held. */
  findWhole(tableId: string, columns: readonly Column[]): string | undefined {
    const held = this.#scope.masks.has(tableId) ? undefined : this.#tables.get(tableId)
    const isThere = ({ id }: Column) => held?.content.columns.some((column) => column.id === id)
    return held && columns.every(isThere) ? held.key : undefined
  }

  #hasColumns({ content }: HeldTable, table: ReadableTable, columnIds: readonly number[]): boolean {
    const filled = new Set(table.columns.flatMap((column) => (isBlank(column) ? [] : [column.id])))
    return columnIds.every((id) => !filled.has(id) || content.columns.some((column) => column.id === id))
  }

  /** Brings the process to a state no older than what is wanted was opened at, with these tables in it. */
  async bringAll(asked: Wanted) {
    // SQL names its tables only inside the process: it has whatever is there, which should be the best there is.
    const wanted = asked.all ? { ...asked, tableIds: [...asked.tableIds, ...this.#slowTables()] } : asked
    if (this.#lacks(wanted)) await this.#turns.take(() => this.#catchUp(wanted))
  }

  /** Those of which a native file has been built since they came. */
  #slowTables(): string[] {
    if (this.#scope.isFrozen) return []
    return [...this.#tables].flatMap(([id, held]) => (this.#planner.hasBetterFile(id, held) ? [id] : []))
  }

  #lacks({ editSeq, tableIds, all }: Wanted): boolean {
    const isBehind = !this.#scope.isFrozen && this.#seq < editSeq
    return (
      isBehind || tableIds.some((id) => this.#isLoadable(id)) || (all !== undefined && shortOf(all) !== this.#names)
    )
  }

  #isLoadable(tableId: string): boolean {
    const held = this.#tables.get(tableId)
    return !held || (!this.#scope.isFrozen && this.#planner.hasBetterFile(tableId, held))
  }

  /** Some tables were brought in haste. */
  get isUnsettled(): boolean {
    return this.#hasty().length > 0
  }

  /** They come into memory. To be called when no request waits for an answer. */
  settle(): Promise<void> {
    return this.#turns.take(() => this.#moveTo({ editSeq: this.#seq, tableIds: this.#hasty() }, 'settle'))
  }

  #hasty(): string[] {
    return [...this.#tables].flatMap(([id, { isHasty }]) => (isHasty ? [id] : []))
  }

  async #catchUp(wanted: Wanted) {
    // The turn before may have brought it.
    if (this.#lacks(wanted)) await this.#moveTo(wanted)
  }

  async #moveTo(wanted: Wanted, way: 'soon' | 'settle' = 'soon') {
    const cut = await this.#findCut(wanted)
    const moves: Move[] = []
    for (const head of cut.tables) {
      const isWanted = wanted.tableIds.includes(head.tableId) || this.#tables.has(head.tableId)
      const move = isWanted && (await this.#planMove(head, way))
      if (move) moves.push(move)
    }
    const names = wanted.all && shortOf(wanted.all)
    const isRenamed = names !== undefined && names !== this.#names
    await this.#change(moves, [], isRenamed ? catalogOf(wanted.all ?? []) : undefined)
    const before = moves.flatMap(({ tableId }) => this.#tables.get(tableId)?.files ?? [])
    for (const { held, tableId } of moves) this.#tables.set(tableId, held)
    await this.#removeFiles([...before, ...moves.flatMap(({ files }) => files)])
    if (isRenamed) this.#names = names
    this.#seq = cut.editSeq
  }

  async #findCut({ editSeq, tableIds, all }: Wanted) {
    const { db } = this.#source
    if (!this.#scope.isFrozen) {
      const cut = await findCut(db, this.#scope.workbookId, this.#seq, tableIds)
      assertState(cut.editSeq >= editSeq, 'a table is read only after what it was opened at has committed')
      return cut
    }
    const { tables } = await findCut(db, this.#scope.workbookId, Number.MAX_SAFE_INTEGER, tableIds)
    const versions = new Map(all?.map(({ tableId, version }) => [tableId, version]))
    return { editSeq, tables: tables.map((head) => ({ ...head, version: versions.get(head.tableId) ?? head.version })) }
  }

  async #planMove(head: CutTable, way: 'soon' | 'settle'): Promise<Move | undefined> {
    const held = this.#tables.get(head.tableId)
    const key = nameOf(head.tableId)
    if (this.#scope.isFrozen) return held ? undefined : this.#planner.load(head, key, this.#isRoom)
    if (held?.isHasty && way === 'settle') return this.#planner.settle(head, key, this.#isRoom)
    const isBetterThere = held !== undefined && this.#planner.hasBetterFile(head.tableId, held)
    if (held?.content.version === head.version && !isBetterThere) return undefined
    const edit = isBetterThere ? undefined : held && (await this.#planner.edit(held, head))
    return edit ?? this.#planner.loadCurrent(head, key, this.#isRoom)
  }

  #isRoom = (bytes: number) => {
    const inMemory = this.#all().reduce((sum, table) => sum + (table.form === 'memory' ? table.bytes : 0), 0)
    return inMemory + bytes <= TABLES_IN_MEMORY * this.#source.inMemoryBytes
  }

  #all() {
    return [...this.#tables.values(), ...this.#past.values()]
  }

  async #change(moves: readonly Move[], drops: readonly string[], catalog?: readonly CatalogTable[]) {
    if (moves.length + drops.length === 0 && !catalog) return
    const loads = moves.flatMap(({ load }) => load ?? [])
    const edits = moves.flatMap(({ edit }) => edit ?? [])
    try {
      await this.#process.ask({ do: 'change', drops, loads, edits, ...(catalog ? { catalog } : {}) }, CHANGE_MS)
    } catch (error) {
      if (error instanceof EngineFailed && error.failure === 'file') {
        await this.#source.files.discardDamaged(moves.flatMap(({ segments }) => segments))
      }
      // Some of it may have been done: what the process holds now is of no version.
      this.#process.kill()
      throw error
    }
  }

  /** After a file could not be read. */
  async discardDamaged() {
    await this.#source.files.discardDamaged(this.#all().flatMap(({ segments }) => segments))
  }

  /** Files that no table of the engine reads any more are taken out of its folders. */
  async #removeFiles(files: readonly string[]) {
    const used = new Set(this.#all().flatMap((table) => table.files))
    const unused = files.filter((file) => !used.has(file))
    const { input, own } = this.#process.folders
    await Promise.all(unused.map((file) => rm(join(file.endsWith('.duckdb') ? own : input, file), { force: true })))
  }

  /** An older version, beside the current one. */
  #bringPast({ tableId, version }: ReadableTable): Promise<string> {
    const key = `${nameOf(tableId)}_v${version}`
    return this.#turns.take(async () => {
      if (this.#past.has(key)) return key
      const { tables } = await findCut(this.#source.db, this.#scope.workbookId, Number.MAX_SAFE_INTEGER, [tableId])
      const head = tables[0]
      assertState(head, `table ${tableId} is there`)
      const move = await this.#planner.load({ ...head, version }, key, this.#isRoom)
      const [oldest, ...others] = this.#past.keys()
      // A read of it may be under way: it keeps its snapshot.
      const dropped = oldest !== undefined && others.length + 1 >= PAST_TABLES ? [oldest] : []
      await this.#change([move], dropped)
      const before = dropped.flatMap((name) => this.#past.get(name)?.files ?? [])
      for (const name of dropped) this.#past.delete(name)
      this.#past.set(key, move.held)
      await this.#removeFiles([...before, ...move.files])
      return key
    })
  }
}

/** What a table is called inside. */
export const nameOf = (tableId: string) => `t${tableId.replaceAll('-', '')}`

/** The table that is called so. */
export const tableIdOf = (name: string) => name.replace(/^t(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** By list: the same one is asked about again and again. */
const shorts = new WeakMap<readonly ReadableTable[], string>()

/** Two lists of tables that users' SQL could tell apart differ in this. A hash: hundreds of engines may know as many tables each. */
function shortOf(tables: readonly ReadableTable[]): string {
  const short = shorts.get(tables) ?? hash('sha256', tables.map(nameAndColumns).join('\n'), 'base64')
  shorts.set(tables, short)
  return short
}

const nameAndColumns = ({ tableId, schemaNo, name, columns }: ReadableTable) =>
  `${tableId}/${schemaNo}/${name}/${maskedIn(columns)}`

const maskedIn = (columns: ReadableTable['columns']) =>
  columns.map((column) => (isBlank(column) ? `-${column.id}` : column.id)).join()

const catalogOf = (tables: readonly ReadableTable[]): CatalogTable[] =>
  tables.map(({ tableId, name, columns }) => ({
    name,
    key: nameOf(tableId),
    columns: columns.map((column) => ({
      id: column.id,
      name: column.name,
      type: formatColumnType(column.type),
      isMasked: isBlank(column),
    })),
  }))
