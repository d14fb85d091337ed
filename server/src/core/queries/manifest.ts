import type { ResultColumn, RowFormat } from '../../engine/reading/sql-question.ts'
import { formatColumnType } from '../../engine/table/column-type.ts'
import { toWireId } from '../../platform/ids.ts'
import type { BegunResult, Result } from './result.ts'

/** Where a page of a result stands; `next` is null at its end, or as long as it is unknown. */
export type PagePlace = { offset: number; limit: number; next: number | null }

/** A result as every answer presents it. What only the end of its query brings is null until then. */
export const presentManifest = (result: BegunResult | Result, format: RowFormat['format'], page: PagePlace) => ({
  id: toWireId('res', result.resultId),
  workbook_id: toWireId('wb', result.workbookId),
  format,
  columns: result.columns.map(presentResultColumn),
  row_count: 'rowCount' in result ? result.rowCount : null,
  truncated: 'rowCount' in result ? result.isTruncated : null,
  masked_columns: [...result.maskedColumns],
  tables: result.tables.map(({ name, editVersion, isStale }) => ({ name, edit_version: editVersion, stale: isStale })),
  sql_sha256: result.sqlSha256,
  offset: page.offset,
  limit: page.limit,
  next_offset: page.next,
  elapsed_ms: 'rowCount' in result ? result.elapsedMs : null,
  created_at: result.createdAt.toISOString(),
  expires_at: result.expiresAt.toISOString(),
})

/** What a query computes has a name and a type; what people say about columns belongs to those of tables. */
export const presentResultColumn = ({ name, type }: ResultColumn) => ({
  column: name,
  name,
  type: formatColumnType(type),
  masked: false,
  description: null,
})

export type Manifest = ReturnType<typeof presentManifest>

/** Clients take some kilobytes of headers only. */
const MOST_HEADER_CHARACTERS = 6_000

/** The manifest beside rows that have no place for it. Of a wide result it leaves the lists out, and says so by null. */
export function manifestHeader(manifest: Manifest): string {
  const whole = encoded(manifest)
  return whole.length <= MOST_HEADER_CHARACTERS
    ? whole
    : encoded({ ...manifest, columns: null, masked_columns: null, tables: null })
}

const encoded = (manifest: object) => Buffer.from(JSON.stringify(manifest)).toString('base64url')
