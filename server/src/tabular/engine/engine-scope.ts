import { createHash } from 'node:crypto'
import type { Db } from '../../platform/postgres.ts'
import type { ReadableTable } from '../readable-table.ts'
import { findColumns } from '../tables.store.ts'
import type { HiddenColumns } from './plan-move.ts'

/** Whose tables an engine holds, and what may not be seen of them. Engines with the same key are one. */
export type EngineScope = {
  key: string
  workbookId: string
  hidden: HiddenColumns
  /** It is of a snapshot, and nothing in it changes. */
  isFrozen: boolean
}

const SCHEMAS_KNOWN = 10_000

/** Finds out which engine may answer a reader: one that holds nothing he may not see. */
export class EngineScopes {
  readonly #db: Db
  /** Which columns a schema has: it never changes. */
  readonly #schemas = new Map<string, readonly number[]>()

  constructor(db: Db) {
    this.#db = db
  }

  /** For questions about one table. */
  async ofTable(table: ReadableTable): Promise<EngineScope> {
    const hidden = await this.#hiddenIn([table])
    return {
      key: keyOf(table.workbookId, [...hidden].map(idsOf)),
      workbookId: table.workbookId,
      hidden,
      isFrozen: false,
    }
  }

  /** For SQL, which sees the names of columns: who may not even know of one shares no engine with who may. */
  async ofTables(
    workbookId: string,
    tables: readonly ReadableTable[],
    snapshotId: string | null,
  ): Promise<EngineScope> {
    const hidden = await this.#hiddenIn(tables)
    const masked = tables.map(
      ({ tableId, columns }) =>
        [tableId, new Set(columns.flatMap(({ id, isMasked }) => (isMasked ? [id] : [])))] as const,
    )
    const marks = [
      ...[...hidden].map(idsOf),
      ...masked.filter(([, ids]) => ids.size > 0).map((some) => `${idsOf(some)}m`),
    ]
    const key = keyOf(workbookId, marks)
    if (snapshotId === null) return { key, workbookId, hidden, isFrozen: false }
    return { key: `${key}@${snapshotId}`, workbookId, hidden, isFrozen: true }
  }

  /** What the tables' schemas have and their reader may not see. */
  async #hiddenIn(tables: readonly ReadableTable[]): Promise<HiddenColumns> {
    const hidden = new Map<string, ReadonlySet<number>>()
    for (const { workbookId, tableId, schemaNo, columns } of tables) {
      const plain = new Set(columns.flatMap(({ id, isMasked }) => (isMasked ? [] : [id])))
      const ids = (await this.#columnIds(workbookId, tableId, schemaNo)).filter((id) => !plain.has(id))
      if (ids.length > 0) hidden.set(tableId, new Set(ids))
    }
    return hidden
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

const idsOf = ([tableId, ids]: readonly [string, ReadonlySet<number>]) =>
  `${tableId}:${[...ids].sort((a, b) => a - b)};`

function keyOf(workbookId: string, marks: readonly string[]): string {
  if (marks.length === 0) return workbookId
  return `${workbookId}/${createHash('sha256')
    .update([...marks].sort().join(''))
    .digest('hex')}`
}
