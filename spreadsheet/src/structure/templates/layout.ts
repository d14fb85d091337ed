/**
 * What a template keeps of a sample: the labels that are printed on it, where they stand and what kind of value each asks for. No
 * value of the sample is in it. Of printed texts that name nothing only salted fingerprints are kept, to know them again.
 */
export type TemplateLayout = { salt: string; sheets: readonly TemplateSheet[] }

export const FIELD_TYPES = ['any', 'text', 'number', 'date', 'timestamp', 'boolean'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** Rows and columns count from 0, as on the sample. */
export type TemplateSheet = {
  /** The words at the top, without digits: it distinguishes two forms with the same fields. */
  title: string | null
  fields: readonly TemplateField[]
  tables: readonly TemplateTable[]
  /** Fingerprints of printed texts. */
  texts: readonly string[]
  /** Where the sample has texts that no label names: what stands there is left out, and said to be. */
  unnamed: readonly CellPosition[]
}

export type CellPosition = { row: number; column: number }

/** `value`: where it stands, seen from its label. */
export type TemplateField = CellPosition & {
  label: string
  name: string
  type: FieldType
  value: 'right' | 'below' | 'inside'
  /** Columns from the label to the value. */
  distance: number
}

export type TemplateTable = {
  /** The first row of the header. */
  row: number
  headerRows: number
  title: string | null
  columns: readonly TemplateColumn[]
  /** Labels of rows below the list that are computed from it. */
  totals: readonly { label: string; column: number }[]
}

/** `labels`: one for each row of the header, empty where none stands. */
export type TemplateColumn = {
  column: number
  labels: readonly string[]
  name: string
  type: FieldType
  include: boolean
}

const COLUMN_TYPES: Readonly<Record<FieldType, string>> = {
  any: 'VARCHAR',
  text: 'VARCHAR',
  number: 'DOUBLE',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  boolean: 'BOOLEAN',
}

/** Wide enough for every file: the sample has a whole number where the next one has a half. */
export const columnTypeOf = (type: FieldType) => COLUMN_TYPES[type]

export function fieldTypeOf(columnType: string): FieldType {
  if (/^(?:BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/.test(columnType)) return 'number'
  if (columnType === 'DATE') return 'date'
  if (columnType.startsWith('TIMESTAMP')) return 'timestamp'
  return columnType === 'BOOLEAN' ? 'boolean' : 'text'
}

/** How many labels a file must have to be one of these. */
export const labelsOf = ({ fields, tables }: TemplateSheet) =>
  fields.length + tables.reduce((sum, { columns }) => sum + columns.length, 0)
