import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { Turns } from '../../duckdb/protocol/frames.ts'
import type { CatalogTable, ChangeCommand } from '../../duckdb/protocol/protocol.ts'
import { quoteName } from '../../duckdb/protocol/quote-name.ts'
import { ROW_ID } from '../../table/table.ts'
import type { EngineDatabase, Folders } from '../engine-database.ts'
import type { KnownTables } from '../gate/names.ts'
import { columnSql } from '../reads/filter-sql.ts'
import { applyChange } from './apply-change.ts'
import { detachStatement } from './change-statements.ts'
import type { LoadedTable } from './loaded-table.ts'

/** What a piece of reading sees of a table. */
export type ReadState = {
  connection: DuckDBConnection
  table: LoadedTable
  isInTransaction: boolean
  isStill: () => boolean
  /** Plans a statement once, for any values of its parameters. */
  prepare: (sql: string) => Promise<DuckDBPreparedStatement>
}

/** The workbook as this process holds it: changed by one at a time, read by many. */
export class EngineState {
  readonly catalog = new Catalog()
  readonly #database: EngineDatabase
  readonly #folders: Folders
  /** Changes, and beginnings of reads of several tables. */
  readonly #turns = new Turns()
  #tables: ReadonlyMap<string, LoadedTable> = new Map()
  /** Counts beginnings and ends of changes: odd while one is under way. */
  #steps = 0

  constructor(database: EngineDatabase, folders: Folders) {
    this.#database = database
    this.#folders = folders
  }

  get tables() {
    return this.#tables
  }

  change(command: ChangeCommand): Promise<void> {
    return this.#turns.take(async () => {
      this.#step()
      const before = filesOf(this.#tables)
      try {
        this.#tables = await applyChange(this.#database, command, this.#folders, this.#tables)
        if (command.catalog) this.catalog.set(command.catalog)
        await this.catalog.show(this.#database, this.#tables)
      } finally {
        this.#step()
      }
      const now = new Set(filesOf(this.#tables))
      for (const file of before) if (!now.has(file)) this.#detach(file)
    })
  }

  /** What was planned before may rest on what has changed. */
  #step() {
    this.#steps += 1
    this.#database.forgetPrepared()
  }

  /** Rows of the largest of these tables. */
  mostRows(keys: readonly string[]): number {
    return Math.max(0, ...keys.map((key) => this.#tables.get(key)?.rowCount ?? 0))
  }

  /** Nothing waits for it; a reader of the file reads on. */
  #detach(file: string) {
    this.#database.lend((connection) => connection.run(detachStatement(file))).catch(() => process.exit(1))
  }

  /**
   * Reads any tables in one state of the workbook: all that `begin` touches is of one moment, and stays so for `work`.
   * `begin` may run twice. Where nothing changes meanwhile it needs no transaction.
   */
  async readCut<B, T>(begin: (connection: DuckDBConnection) => Promise<B>, work: (begun: B) => Promise<T>): Promise<T> {
    const began = this.#steps
    if (began % 2 === 1) return this.#readInTurn(begin, work)
    const first = await this.#database.lendWhile(begin, () => this.#steps === began, work)
    return first.isDone ? first.result : this.#readInTurn(begin, work)
  }

  /** DuckDB begins the snapshot of a file when it is first touched, so no change may come between two of them. */
  #readInTurn<B, T>(begin: (connection: DuckDBConnection) => Promise<B>, work: (begun: B) => Promise<T>): Promise<T> {
    const begun = Promise.withResolvers<void>()
    const done = Promise.withResolvers<T>()
    void this.#turns.take(() => {
      const reading = this.#database.inSnapshot(async (connection) => {
        const beginning = await begin(connection)
        begun.resolve()
        return work(beginning)
      })
      reading.then(done.resolve, done.reject).finally(begun.resolve)
      return begun.promise
    })
    return done.promise
  }

  /**
   * Reads one table. A transaction costs half as much as a page: where nothing changes meanwhile, every statement sees
   * the same without one. `restart` is called before the work is done again.
   */
  async read<T>(key: string, work: (seen: ReadState) => Promise<T>, restart: () => void): Promise<T> {
    let isInTransaction = this.#steps % 2 === 1
    for (;;) {
      const began = this.#steps
      const isSafe = isInTransaction
      const seen = (connection: DuckDBConnection) => work(this.#look(key, connection, isSafe))
      try {
        const result = await (isSafe ? this.#database.inSnapshot(seen) : this.#database.lend(seen))
        if (isSafe || this.#steps === began) return result
      } catch (error) {
        // What was read may have been put elsewhere just now.
        if (this.#steps === began) throw error
      }
      restart()
      isInTransaction = true
    }
  }

  #look(key: string, connection: DuckDBConnection, isInTransaction: boolean): ReadState {
    const table = this.#tables.get(key)
    if (!table) throw new Error(`table ${key} is not held`)
    const began = this.#steps
    const prepare = (sql: string) => this.#database.prepareForAny(connection, sql)
    return { connection, table, isInTransaction, isStill: () => this.#steps === began, prepare }
  }
}

const filesOf = (held: ReadonlyMap<string, LoadedTable>) => [...held.values()].flatMap(({ file }) => file ?? [])

/** What users' SQL sees: each table that is held as a view, under the names its readers know. */
class Catalog {
  #tables: readonly CatalogTable[] = []
  #known: KnownTables = { tables: [] }
  /** Views that exist, by name. */
  readonly #shown = new Map<string, string>()

  /** For the gate, which remembers what it made of it. */
  get known() {
    return this.#known
  }

  set(tables: readonly CatalogTable[]) {
    this.#tables = tables
    this.#known = {
      tables: tables.map(({ name, columns }) => ({ name, columns: [...columns, { name: ROW_ID, type: 'BIGINT' }] })),
    }
  }

  find(name: string): CatalogTable | undefined {
    return this.#tables.find((table) => table.name === name)
  }

  /** Shows some rows only of what is held, under the name of a table, until all is shown again. */
  async showSome(connection: DuckDBConnection, name: string, loaded: LoadedTable, condition: string) {
    const table = this.find(name)
    if (!table) throw new Error(`no table is called ${name}`)
    this.#shown.delete(name)
    await connection.run(`${viewSql(table, loaded)} WHERE ${condition}`)
  }

  /** Makes the views as they must be for what is held now. */
  async show(database: EngineDatabase, held: ReadonlyMap<string, LoadedTable>) {
    const wanted = new Map<string, string>()
    for (const table of this.#tables) {
      const loaded = held.get(table.key)
      if (loaded) wanted.set(table.name, viewSql(table, loaded))
    }
    const gone = [...this.#shown.keys()].filter((name) => !wanted.has(name))
    const made = [...wanted].filter(([name, sql]) => this.#shown.get(name) !== sql)
    if (gone.length + made.length === 0) return
    await database.inSnapshot(async (connection) => {
      for (const name of gone) await connection.run(`DROP VIEW main.${quoteName(name)}`)
      for (const [, sql] of made) await connection.run(sql)
    })
    for (const name of gone) this.#shown.delete(name)
    for (const [name, sql] of made) this.#shown.set(name, sql)
  }
}

/**
 * The row's id comes last, as everywhere. A masked column is NULL here, whatever is asked of it. One that was dropped
 * since the names were read is left out.
 */
function viewSql({ name, columns }: CatalogTable, { relation, columnIds }: LoadedTable): string {
  const shown = columns
    .filter(({ id, isMasked }) => isMasked || columnIds.has(id))
    .map((column) => `${columnSql(column)} AS ${quoteName(column.name)}`)
  return `CREATE OR REPLACE VIEW main.${quoteName(name)} AS SELECT ${[...shown, ROW_ID].join(', ')} FROM ${relation}`
}
