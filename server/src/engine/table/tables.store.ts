import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'
import { parseColumnType } from './column-type.ts'
import { seal } from './sealed.ts'
import type {
  Cells,
  Column,
  Delta,
  Edit,
  Manifest,
  ManifestKind,
  SegmentRef,
  TableHead,
  VersionRange,
  WriteKind,
} from './table.ts'

/** The letters of `table_version.kind` and of the writes that `commit_edit` takes. */
export const CODE_OF_WRITE = { rows: 'd', schema: 's', append: 'a', replace: 'b' } as const satisfies Record<
  WriteKind,
  string
>
const WRITE_OF_CODE = { d: 'rows', s: 'schema', a: 'append', b: 'replace' } as const satisfies Record<string, WriteKind>
/** The letters of `manifest.kind`. */
const MANIFEST_OF_CODE = { a: 'append', b: 'replace', c: 'checkpoint' } as const satisfies Record<string, ManifestKind>

export function findTableHead(db: Db, workbookId: string, tableId: string): Promise<TableHead | undefined> {
  return db
    .selectFrom('tableHead')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .executeTakeFirst()
}

export async function findColumns(db: Db, workbookId: string, tableId: string, schemaNo: number): Promise<Column[]> {
  const found = await db
    .selectFrom('tableSchema')
    .select('columns')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('schemaNo', '=', schemaNo)
    .executeTakeFirstOrThrow()
  return columnsFromSql(found.columns)
}

/** A schema as PostgreSQL keeps it. */
export function columnsFromSql(columns: unknown): Column[] {
  // Safe: written by commit() alone. Spread whole: without one of its properties V8 would give a copy three times the memory.
  return (columns as StoredColumn[]).map((column) => ({ ...column, type: typeOf(column.type) }))
}

type StoredColumn = Omit<Column, 'type'> & { type: string }

function typeOf(text: string) {
  const type = parseColumnType(text)
  if (!type) throw new Error(`impossible: a column of type ${text}`)
  return type
}

export function findVersion(db: Db, workbookId: string, tableId: string, version: number) {
  return db
    .selectFrom('tableVersion')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/**
 * What a version of a derived table was made from: edits of people since its run leave that as it is. Undefined where it is
 * not known, and of a base table.
 */
export async function findBuiltFrom(db: Db, workbookId: string, tableId: string, version: number): Promise<unknown> {
  const found = await db
    .selectFrom('tableVersion')
    .select('builtFrom')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('version', '<=', version)
    .where((eb) => eb.or([eb('builtFrom', 'is not', null), eb('kind', '=', CODE_OF_WRITE.replace)]))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.builtFrom ?? undefined
}

/** The newest manifest at or before a version. */
export async function findManifestAt(
  db: Db,
  workbookId: string,
  tableId: string,
  version: number,
): Promise<Manifest | undefined> {
  const { rows } = await sql<{
    version: number
    kind: 'a' | 'b' | 'c'
    ranges: [number, number][] | null
    segments: unknown[][]
  }>`
    select version, kind, segments,
      (select json_agg(json_build_array(lower(r), upper(r) - 1) order by lower(r)) from unnest(overlays) as r) as ranges
    from manifest
    where workbook_id = ${workbookId} and table_id = ${tableId} and version <= ${version}
    order by version desc limit 1
  `.execute(db)
  const found = rows[0]
  if (!found) return undefined
  return {
    version: found.version,
    kind: MANIFEST_OF_CODE[found.kind],
    overlays: (found.ranges ?? []).map(([from, to]) => ({ from, to })),
    segments: found.segments.map(segmentFromSql),
  }
}

/** A segment as a manifest lists it. */
export const segmentFromSql = ([segmentId, rowLo, rowHi, rows, bytes]: unknown[]): SegmentRef => ({
  segmentId: String(segmentId),
  rowLo: Number(rowLo),
  rowHi: Number(rowHi),
  rows: Number(rows),
  bytes: Number(bytes),
})

/** Deltas of these versions, in the order of versions. */
export async function listDeltas(
  db: Db,
  workbookId: string,
  tableId: string,
  ranges: readonly VersionRange[],
): Promise<Delta[]> {
  if (ranges.length === 0) return []
  const rows = await db
    .selectFrom('delta')
    .select(['rowId', 'version', 'op', 'cells', 'before'])
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where((eb) => eb.or(ranges.map(({ from, to }) => eb.and([eb('version', '>=', from), eb('version', '<=', to)]))))
    .orderBy('version')
    .orderBy('rowId')
    .execute()
  // Safe: written by commit() alone.
  return rows.map(({ cells, before, ...row }) => ({
    ...row,
    cells: cells === null ? null : seal(cells as Cells),
    before: before === null ? null : seal(before as Cells),
  }))
}

/** The same without what was there before: all that content is made of. */
export async function listEdits(
  db: Db,
  workbookId: string,
  tableId: string,
  ranges: readonly VersionRange[],
): Promise<Edit[]> {
  if (ranges.length === 0) return []
  const rows = await db
    .selectFrom('delta')
    .select(['rowId', 'op', 'cells'])
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where((eb) => eb.or(ranges.map(({ from, to }) => eb.between('version', from, to))))
    .orderBy('version')
    .orderBy('rowId')
    .execute()
  // Safe: written by commit() alone.
  return rows.map(({ rowId, op, cells }) => ({ rowId, op, cells: (cells ?? {}) as Cells }))
}

/** In which ways the table was changed in these versions. */
export async function listVersionKinds(db: Db, workbookId: string, tableId: string, { from, to }: VersionRange) {
  const rows = await db
    .selectFrom('tableVersion')
    .select('kind')
    .distinct()
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where((eb) => eb.between('version', from, to))
    .execute()
  return rows.map(({ kind }) => WRITE_OF_CODE[kind])
}
