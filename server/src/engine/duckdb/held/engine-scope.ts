import { createHash } from 'node:crypto'
import type { Keyring } from '../../../platform/keyring.ts'
import type { Db } from '../../../platform/postgres.ts'
import { isBlank, type ReadableTable } from '../../table/readable-table.ts'
import { findColumns } from '../../table/tables.store.ts'
import { type ColumnMask, type ColumnMasks, maskName } from './column-mask.ts'

/** Whose tables an engine holds, and what may not be seen of them. Engines with the same key are one. */
export type EngineScope = {
  key: string
  workbookId: string
  masks: ColumnMasks
  /** It is of a snapshot, and nothing in it changes. */
  isFrozen: boolean
}

const SCHEMAS_KNOWN = 10_000

/** Finds out which engine may answer a reader: one that holds nothing the reader may not see. */
export class EngineScopes {
  readonly #db: Db
  readonly #keyring: Pick<Keyring, 'sign'>
  /** By list of tables: SQL asks about the same one again and again. */
  readonly #scopes = new WeakMap<readonly ReadableTable[], EngineScope>()
  /** Which columns a schema has: it never changes. */
  readonly #schemas = new Map<string, readonly number[]>()

  constructor(db: Db, keyring: Pick<Keyring, 'sign'>) {
    this.#db = db
    this.#keyring = keyring
  }

  /** For questions about one table. */
  async ofTable(table: ReadableTable): Promise<EngineScope> {
    const masks = await this.#masksOver([table])
    return {
      key: keyOf(table.workbookId, [...masks].map(markOf)),
      workbookId: table.workbookId,
      masks,
      isFrozen: false,
    }
  }

  /** For SQL, which sees the names of columns: who may not even know of one shares no engine with who may. */
  async ofTables(
    workbookId: string,
    tables: readonly ReadableTable[],
    snapshotId: string | null,
  ): Promise<EngineScope> {
    const known = this.#scopes.get(tables)
    if (known) return known
    const scope = await this.#scopeOf(workbookId, tables, snapshotId)
    this.#scopes.set(tables, scope)
    return scope
  }

  async #scopeOf(
    workbookId: string,
    tables: readonly ReadableTable[],
    snapshotId: string | null,
  ): Promise<EngineScope> {
    const masks = await this.#masksOver(tables)
    const blank = tables.flatMap(({ tableId, columns }) =>
      columns.filter(isBlank).map(({ id }) => `${tableId}:${id}m;`),
    )
    const marks = [...[...masks].map(markOf), ...blank]
    const key = keyOf(workbookId, marks)
    if (snapshotId === null) return { key, workbookId, masks, isFrozen: false }
    return { key: `${key}@${snapshotId}`, workbookId, masks, isFrozen: true }
  }

  /** What the tables' schemas have and their reader may not see as it is. */
  async #masksOver(tables: readonly ReadableTable[]): Promise<ColumnMasks> {
    const masks = new Map<string, ColumnMask>()
    for (const { workbookId, tableId, schemaNo, columns, rows } of tables) {
      const seen = new Map(columns.map((column) => [column.id, column]))
      const hidden = (await this.#columnIds(workbookId, tableId, schemaNo)).filter(
        (id) => seen.get(id)?.isMasked ?? true,
      )
      if (hidden.length === 0 && !rows) continue
      const styles = new Map(hidden.map((id) => [id, seen.get(id)?.style ?? null]))
      masks.set(tableId, { styles, key: this.#keyring.sign('mask', workbookId).toString('hex'), rows })
    }
    return masks
  }

  async #columnIds(workbookId: string, tableId: string, schemaNo: number): Promise<readonly number[]> {
    const key = `${tableId}/${schemaNo}`
    const known = this.#schemas.get(key)
    if (known) return known
    const ids = (await findColumns(this.#db, workbookId, tableId, schemaNo)).map(({ id }) => id)
    if (this.#schemas.size >= SCHEMAS_KNOWN) this.#schemas.clear()
    this.#schemas.set(key, ids)
    return ids
  }
}

/** Of the engine that holds all of a workbook. */
export const wholeKey = (workbookId: string) => workbookId

const markOf = ([tableId, mask]: readonly [string, ColumnMask]) => `${tableId}:${maskName(mask)};`

function keyOf(workbookId: string, marks: readonly string[]): string {
  if (marks.length === 0) return wholeKey(workbookId)
  return `${workbookId}/${createHash('sha256')
    .update([...marks].sort().join(''))
    .digest('hex')}`
}
