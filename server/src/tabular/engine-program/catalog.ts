import type { DuckDBConnection } from '@duckdb/node-api'
import type { CatalogTable } from '../engine/protocol.ts'
import { quoteName } from '../engine/quote-name.ts'
import { ROW_ID } from '../table.ts'
import type { EngineDatabase } from './engine-database.ts'
import { columnSql } from './filter-sql.ts'
import type { KnownTables } from './gate/names.ts'
import type { LoadedTable } from './loaded-table.ts'

/** What users' SQL sees: each table that is held as a view, under the names its readers know. */
export class Catalog {
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
