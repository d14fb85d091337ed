import {
  HASH_CHARACTERS,
  LEAST_CHARACTERS,
  type MaskedColumn,
  SHOWN_CHARACTERS,
} from '../../duckdb/protocol/protocol.ts'

/** What a masked value is, as SQL: the same as the node makes of its text. Run only by those who see everything. */
export function maskSql({ style, type }: MaskedColumn, column: string): string {
  switch (style) {
    case 'hash':
      return `CASE WHEN ${isKnownSql(type, column)} THEN left(sha256(${OUTER} || unhex(sha256(${INNER} || encode(${hashedSql(type, column)})))), ${HASH_CHARACTERS}) END`
    case 'last4': {
      const text = type === 'VARCHAR' ? column : `ltrim(${column}::VARCHAR, '-')`
      return `CASE WHEN length(${text}) >= ${LEAST_CHARACTERS} THEN right(${text}, ${SHOWN_CHARACTERS}) END`
    }
    case 'year':
      return `CASE WHEN ${isKnownSql(type, column)} THEN date_trunc('year', ${column})::${type} END`
  }
}

/** What readers see as NULL is NULL in a masked column too. */
const isKnownSql = (type: string, column: string) =>
  MAY_BE_INFINITE.has(type) ? `isfinite(${column})` : `${column} IS NOT NULL`

const MAY_BE_INFINITE = new Set(['DOUBLE', 'DATE', 'TIMESTAMP', 'TIMESTAMPTZ'])

/** DuckDB prints a DOUBLE in its own manner, and a DECIMAL below 1 with a zero before the point or without. -0 equals 0. */
function hashedSql(type: string, column: string): string {
  if (type === 'DOUBLE') return `(${column} + 0)::BIT::VARCHAR`
  return type.startsWith('DECIMAL') ? `regexp_replace(${column}::VARCHAR, '^(-?)0\\.', '\\1.')` : `${column}::VARCHAR`
}

const INNER_PAD = 0x36
const OUTER_PAD = 0x5c
/** Of SHA-256, in bytes. */
const BLOCK = 64

const INNER = "getvariable('cover_inner')"
const OUTER = "getvariable('cover_outer')"

/** HMAC's two keys come as variables: a text of SQL may stand in an error, and that in a log. */
export function maskKeyStatements(maskedColumns: readonly MaskedColumn[]): string[] {
  const key = maskedColumns.find(({ style }) => style === 'hash')?.key
  if (key === undefined) return []
  return [
    `SET VARIABLE cover_inner = unhex('${padded(key, INNER_PAD)}')`,
    `SET VARIABLE cover_outer = unhex('${padded(key, OUTER_PAD)}')`,
  ]
}

function padded(key: string, pad: number): string {
  const block = Buffer.alloc(BLOCK)
  block.write(key, 'hex')
  return Buffer.from(block.map((byte) => byte ^ pad)).toString('hex')
}
