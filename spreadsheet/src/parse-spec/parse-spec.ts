/**
 * How a source is to be read: proposed by analysis, corrected by people, obeyed when tables are made of it. It is a document
 * that leaves the service and comes back as it is, so its members are spelled as on the wire. Rows count from 1 and columns
 * are letters, as in the sheet.
 */
export type ParseSpec = {
  spec_version: number
  revision: number
  source_name: string
  sha256: string
  reader: ReaderSpec
  regions: readonly Region[]
  overrides: readonly Override[]
  warnings: readonly SpecWarning[]
}

export type ReaderSpec = {
  format: string
  encoding: string | null
  encoding_confidence: number | null
  delimiter: string | null
  quote_char: string | null
  escape_char: string | null
  locale: string
  date_order: 'YMD' | 'DMY' | 'MDY'
  decimal_char: string
  group_char: string
  null_values: readonly string[]
  trim: boolean
  timezone: string | null
  date_1904: boolean
  include_hidden: boolean
  formulas: 'cached_values'
  fiscal_year_start_month: number
}

export const REGION_KINDS = ['data', 'title', 'unit', 'note', 'keyvalue', 'ignore'] as const
export const LAYOUTS = ['list', 'wide', 'report', 'crosstab', 'transposed', 'repeat_groups'] as const
export const COLUMN_ROLES = ['label', 'measure', 'period', 'total', 'difference', 'ratio', 'note'] as const
export const ON_ERROR = ['null', 'fail', 'text'] as const

export type Region = {
  region_id: string
  sheet: string
  kind: (typeof REGION_KINDS)[number]
  range: string
  layout: (typeof LAYOUTS)[number]
  orientation: 'rows' | 'columns'
  header_rows: readonly number[]
  header_join: string
  fill_merged: 'none' | 'header' | 'down' | 'all'
  data_range: string
  label_columns: readonly string[]
  unit: { text: string; scale: number } | null
  title: string | null
  confidence: number
  evidence: readonly string[]
  columns: readonly RegionColumn[]
  /** What later analysis adds (roles of rows, totals, periods, reshaping, hierarchy, alternatives) rides along untouched. */
  row_roles: readonly unknown[]
  totals: readonly unknown[]
  period_axis: unknown
  reshape: unknown
  hierarchy: unknown
  outputs: readonly { name: string; kind: string; level?: number }[]
  alternatives: readonly unknown[]
}

export type RegionColumn = {
  source_column: string
  header: string | null
  name: string
  /** A column type of the service. */
  type: string
  /** How texts of this column spell their value, e.g. `YYYY/M/D`; null for the canonical spelling. */
  format: string | null
  unit: string | null
  role: (typeof COLUMN_ROLES)[number]
  include: boolean
  nullable: boolean
  on_error: (typeof ON_ERROR)[number]
  confidence: number
  evidence: ColumnEvidence
}

export type ColumnEvidence = {
  rows: number
  nulls: number
  nonconforming: number
  leading_zero: number
  max_digits: number
  ambiguous_dates: number
  samples: readonly string[]
}

export type Override = { path: string; value: unknown; actor: string | null; at: string }

export type SpecWarning = {
  code: string
  region_id: string | null
  column: string | null
  count: number
  message: string
}
