import { type DuckDBAppender, type DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { assertState } from '../../platform/errors.ts'
import {
  BATCH_ROWS,
  clearSlot,
  createChunk,
  createSlot,
  detachValues,
  fillChunk,
  type Slot,
  type SlotValues,
} from './slot.ts'

/** What the appender gathers before the table takes it; a wide sheet would fill the memory otherwise. */
const CELLS_PER_FLUSH = 2_000_000

type Batch = { rows: number; values: readonly SlotValues[] }

/**
 * A table of DuckDB that is filled row by row, while it is not known yet which columns it will have. A column of the sheet has
 * up to two slots, one of numbers and one of texts, each made when it is first needed. The n-th row has the rowid n.
 */
export class StagingTable {
  readonly name: string
  readonly #connection: DuckDBConnection
  readonly #numbers: (Slot | undefined)[] = []
  readonly #texts: (Slot | undefined)[] = []
  /** In the order of the table's columns. */
  readonly #slots: Slot[] = []
  #columnsMade = 0
  #rows = 0
  /** Of the row that is being filled, within its batch. */
  #at = -1
  #appender: DuckDBAppender | undefined
  #chunk: duckdb.DataChunk | undefined
  #cellsGathered = 0
  /** Batches that wait for columns which are being made. */
  #waiting: Batch[] = []
  #growing: Promise<void> | undefined
  #failure: unknown

  constructor(connection: DuckDBConnection, name: string) {
    this.#connection = connection
    this.name = name
  }

  get rows(): number {
    return this.#rows
  }

  beginRow() {
    this.#at += 1
    if (this.#at === BATCH_ROWS) {
      this.#endBatch(BATCH_ROWS)
      this.#at = 0
    }
    this.#rows += 1
  }

  number(column: number, value: number) {
    const slot = this.#numbers[column] ?? this.#open(this.#numbers, 'number', column)
    const at = this.#at
    slot.numbers[at] = value
    slot.validity[at >> 3] = (slot.validity[at >> 3] ?? 0) | (1 << (at & 7))
  }

  text(column: number, value: string) {
    const slot = this.#texts[column] ?? this.#open(this.#texts, 'text', column)
    slot.texts[this.#at] = value
  }

  hasNumbers(column: number): boolean {
    return this.#numbers[column] !== undefined
  }

  hasTexts(column: number): boolean {
    return this.#texts[column] !== undefined
  }

  /** Set while rows must wait for new columns: the reader of the file should wait too. */
  get growing(): Promise<void> | undefined {
    return this.#growing
  }

  async finish() {
    if (this.#at >= 0) this.#endBatch(this.#at + 1)
    this.#at = -1
    await this.#growing
    if (this.#failure) throw this.#failure
    if (this.#columnsMade === 0) await this.#connection.run(`CREATE OR REPLACE TABLE ${this.name} (nothing BOOLEAN)`)
    this.#closeAppender()
  }

  #open(slots: (Slot | undefined)[], kind: Slot['kind'], column: number): Slot {
    const slot = createSlot(kind, column)
    slots[column] = slot
    this.#slots.push(slot)
    return slot
  }

  #endBatch(rows: number) {
    if (this.#failure) throw this.#failure
    if (this.#growing === undefined && this.#columnsMade === this.#slots.length && this.#columnsMade > 0) {
      this.#append(rows, this.#slots)
      for (const slot of this.#slots) clearSlot(slot)
      return
    }
    this.#waiting.push({ rows, values: this.#slots.map(detachValues) })
    this.#growing ??= this.#grow()
  }

  async #grow() {
    try {
      while (this.#waiting.length > 0) {
        await this.#makeColumns()
        this.#appendWaiting()
      }
    } catch (error) {
      this.#failure = error
    } finally {
      this.#growing = undefined
    }
  }

  /** A batch that came meanwhile may need columns that were not made yet. */
  #appendWaiting() {
    for (let next = this.#waiting[0]; next && next.values.length <= this.#columnsMade; next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#append(next.rows, next.values)
    }
  }

  async #makeColumns() {
    const missing = this.#slots.slice(this.#columnsMade)
    const isNew = this.#columnsMade === 0
    if (missing.length === 0) return
    this.#closeAppender()
    const columns = missing.map((slot) => `${slot.name} ${slot.kind === 'number' ? 'DOUBLE' : 'VARCHAR'}`)
    if (isNew) await this.#connection.run(`CREATE OR REPLACE TABLE ${this.name} (${columns.join(', ')})`)
    else for (const column of columns) await this.#connection.run(`ALTER TABLE ${this.name} ADD COLUMN ${column}`)
    this.#columnsMade += missing.length
    this.#appender = await this.#connection.createAppender(this.name)
    this.#chunk = createChunk(this.#slots.slice(0, this.#columnsMade))
  }

  #append(rows: number, values: readonly SlotValues[]) {
    assertState(this.#appender && this.#chunk, 'columns are made before rows are added')
    assertState(values.length <= this.#columnsMade, 'no value is without its column')
    fillChunk(this.#chunk, rows, values)
    this.#appender.appendDataChunk(new DuckDBDataChunk(this.#chunk))
    duckdb.data_chunk_reset(this.#chunk)
    this.#cellsGathered += rows * values.length
    if (this.#cellsGathered < CELLS_PER_FLUSH) return
    this.#cellsGathered = 0
    this.#appender.flushSync()
  }

  #closeAppender() {
    this.#appender?.closeSync()
    this.#appender = undefined
    this.#chunk = undefined
  }
}
