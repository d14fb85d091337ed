import { createHash } from 'node:crypto'
import type { OpenedTables } from '../../../core/reading/open-readable-tables.ts'
import type { ColumnType } from '../../../engine/table/column-type.ts'
import { ROW_ID } from '../../../engine/table/table.ts'

/** A table as its caller sees it in the catalog. Columns count from 1; the row id, which SQL can name too, is the last. */
export type VisibleTable = {
  oid: number
  /** Of the index over its row ids. */
  indexOid: number
  name: string
  kind: 'table' | 'view'
  description: string | null
  /** As PostgreSQL has it: -1 where it is not known. */
  rowCount: number
  columns: readonly TracedColumn[]
}
export type TracedColumn = {
  number: number
  name: string
  type: ColumnType
  description: string | null
  isKey: boolean
}

/** What users say about columns, by table and origin. */
export type Descriptions = ReadonlyMap<string, ReadonlyMap<number, string>>

const UNKNOWN = -1

/** PostgreSQL's own objects have smaller numbers. */
const FIRST_OID = 16_384
const OIDS = 2 ** 30

/** The active tables of what was opened: exactly these columns may be named, and no others. */
export function visibleTables({ tables }: OpenedTables, descriptions: Descriptions): VisibleTable[] {
  const given = new Set<number>()
  return tables
    .filter(({ state }) => state === 'active')
    .toSorted((one, other) => (one.artifactId < other.artifactId ? -1 : 1))
    .map(({ artifactId, kind, name, description, table, rowCount }) => ({
      oid: oidFor(artifactId, given),
      indexOid: oidFor(`${artifactId} index`, given),
      name,
      kind,
      description,
      rowCount: rowCount ?? UNKNOWN,
      columns: [
        ...table.columns.map((column, n) => ({
          number: n + 1,
          name: column.name,
          type: column.type,
          description: descriptions.get(artifactId)?.get(column.origin) ?? null,
          isKey: false,
        })),
        { number: table.columns.length + 1, name: ROW_ID, type: BIGINT, description: null, isKey: true },
      ],
    }))
}

const BIGINT: ColumnType = { name: 'BIGINT' }

/** The same for a table wherever it is asked for; in the rare case that two fall together, the next that is free. */
function oidFor(name: string, given: Set<number>): number {
  const hash = createHash('sha256').update(name).digest()
  let oid = FIRST_OID + (hash.readUInt32BE() % OIDS)
  while (given.has(oid)) oid += 1
  given.add(oid)
  return oid
}
