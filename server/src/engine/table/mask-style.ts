import type { ColumnType } from './column-type.ts'

/** How the values of a masked column are shown in the place of NULLs, from the most to the least telling. */
export const MASK_STYLES = ['year', 'last4', 'hash'] as const
export type MaskStyle = (typeof MASK_STYLES)[number]

const TEXT: ColumnType = { name: 'VARCHAR' }

/** What each style can say something about; of all other types it shows NULLs. */
const FITTING: Record<MaskStyle, ReadonlySet<ColumnType['name']>> = {
  year: new Set(['DATE', 'TIMESTAMP', 'TIMESTAMPTZ']),
  last4: new Set(['VARCHAR', 'INTEGER', 'BIGINT']),
  // Two values of a BOOLEAN hide nothing, and JSON that is equal may be written differently.
  hash: new Set([
    'VARCHAR',
    'INTEGER',
    'BIGINT',
    'DOUBLE',
    'DECIMAL',
    'DATE',
    'TIME',
    'TIMESTAMP',
    'TIMESTAMPTZ',
    'UUID',
  ]),
}

/** What a column reads as under a style; undefined where the style does not fit its type. */
export function styledType(style: MaskStyle, type: ColumnType): ColumnType | undefined {
  if (!FITTING[style].has(type.name)) return undefined
  return style === 'year' ? type : TEXT
}
