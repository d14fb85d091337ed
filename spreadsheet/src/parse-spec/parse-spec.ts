import type { TableCheck } from './table-check.ts'
import type { TemplateMiss, TemplateTaken } from './template-match.ts'

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
  /** The check of each table, in the order of the regions; computed, and none of a spec that is older. */
  check?: readonly TableCheck[]
  /** The template that the file was read by; absent: it was read by itself. */
  template?: TemplateTaken
  /** A mark of the reading whose rows are in tables that other files have rows in, too. */
  files_made_of?: string
  /** Templates that nearly fit, and why the file was not read by them. */
  template_misses?: readonly TemplateMiss[]
  /** Templates that were refused for this file. */
  templates_refused?: readonly string[]
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
/** Columns that are computed from others. */
export const COMPUTED_COLUMNS: ReadonlySet<(typeof COLUMN_ROLES)[number]> = new Set(['total', 'difference', 'ratio'])
export const ROW_ROLES = [
  'group',
  'data',
  'subtotal',
  'total',
  'difference',
  'ratio',
  'separator',
  'repeat_header',
  'note',
  'unit',
  'continued',
] as const
export const OUTPUT_KINDS = ['list', 'long', 'level', 'computed', 'accounts', 'notes', 'form'] as const
export const AGGREGATES = ['sum', 'average', 'difference', 'division', 'relative_change'] as const
export const QUESTION_CODES = ['totals', 'date_order', 'reading', 'table', 'union'] as const
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
  unit: Unit | null
  /** Units of single rows that say another one than the region does. */
  row_units?: readonly { rows: readonly number[]; unit: Unit }[]
  /** Header and label cells that say which one and not what, as ranges: the periods over a statement, the names in a list. */
  attributes?: readonly string[]
  title: string | null
  confidence: number
  evidence: readonly string[]
  columns: readonly RegionColumn[]
  /** Rows that are not listed are data. */
  row_roles: readonly { rows: readonly number[]; role: (typeof ROW_ROLES)[number] }[]
  /** Rows computed from others come out in tables of their own, or stay among the others; apart where this is not given. */
  computed_rows?: 'apart' | 'among'
  /** The name of a column that tells rows computed from others, where they stay among the others. */
  total_column?: string
  /**
   * Cells that hold a mark for `the same as above` (〃, 同上): each takes the value of the nearest cell above that holds one;
   * `同左` that of the cell to the left.
   */
  repeat_marks?: readonly string[]
  /** Ranges whose cells go into no table. */
  left_out?: readonly string[]
  /** Cells that mean another text than stands there: `120.203(p)` is 120203. */
  read_as?: readonly { cell: string; text: string }[]
  totals: readonly Total[]
  period_axis: PeriodAxis | null
  /** One step, or two that follow each other; null: the rows as they stand. */
  reshape: Reshape | readonly Reshape[] | null
  hierarchy: Hierarchy | null
  outputs: readonly Output[]
  /** The tables of this region and of others are one; null or absent: each has its own. */
  union?: Union | null
  /** Cells that hold something and go into no output, each with why. */
  dropped?: readonly { range: string; why: string }[]
  alternatives: readonly Alternative[]
  /** A user should look at how the region is read, and answer the question; absent where that is sure enough. */
  needs_review?: boolean
  question?: Question | null
  /** What was decided by hand, as operations: a later correction of the region keeps to them. */
  corrections?: readonly Correction[]
}

/** The one thing about a region that a person can decide at a glance. */
export type Question = {
  code: (typeof QUESTION_CODES)[number]
  text: string
  choices: readonly Choice[]
}

/** A merge patch of the region. What an adviser suggests is made by its operations: the patch only closes the question. */
export type Choice = { text: string; patch: Partial<Region>; advice?: Advice }

/** Another reading that an adviser has suggested and that keeps every cell. */
export type Advice = { reason: string; operations: readonly AdvisedOperation[] }

/** What an adviser may suggest: where tables are, which rows name columns, what rows and columns are for, how a table is reshaped. */
export const ADVISED_OPERATIONS = [
  'set_kind',
  'set_box',
  'set_header_rows',
  'set_role',
  'choose_reading',
  'split_region',
  'merge_regions',
] as const

/** No cell may leave the tables: a region can become no note, and none is ignored. */
export const ADVISED_KINDS = ['table', 'form'] as const

export type AdvisedOperation =
  | { op: 'set_kind'; region: string; kind: (typeof ADVISED_KINDS)[number] }
  | { op: 'set_box'; region: string; range: string }
  | { op: 'set_header_rows'; region: string; rows: readonly number[] }
  | { op: 'set_role'; region: string; rows: readonly number[]; role: (typeof ROW_ROLES)[number] }
  | { op: 'set_role'; region: string; columns: readonly string[]; role: (typeof COLUMN_ROLES)[number] }
  | { op: 'choose_reading'; region: string; reshape: Region['reshape'] }
  | { op: 'split_region'; region: string; at_row: number }
  | { op: 'split_region'; region: string; at_column: string }
  | { op: 'merge_regions'; regions: readonly string[] }

/** As written, and by what a value is to be multiplied: `千円` and 1000. */
export type Unit = { text: string; scale: number }

/** A row or a column whose values are computed from others. */
export type Total = {
  row?: number
  column?: string
  op: (typeof AGGREGATES)[number]
  /** Rows or columns, single ones and spans: `5:59`, `61`, `C:E`, `G`. */
  operands: readonly string[]
  /** The cells of the row or column where it holds: `C118:H118`. */
  cells: readonly string[]
  /** The arithmetic or a formula says so; else only words do. */
  verified: boolean
  /** The share of its cells that agree. */
  agreement: number
}

/** Columns that are the same measure at different times. */
export type PeriodAxis = {
  columns: readonly string[]
  labels: readonly string[]
  /** `2026-04`, `2026-Q1`, `FY2026`; null where the label alone is known. */
  normalized: readonly (string | null)[]
  granularity: 'year' | 'half' | 'quarter' | 'month' | 'week' | 'day' | 'other'
  /** Where these columns become rows: the column that has the normalized period, beside what the header says. None without. */
  period_to?: string | null
  /** The column for what the other melted columns are, which are no times: `前年実績`, `予算`. Without it they stay among the times. */
  scenario_to?: string | null
}

/** Names in it are the names of columns as `columns` calls them. */
export type Reshape =
  | {
      kind: 'unpivot' | 'stack'
      id_columns: readonly string[]
      value_columns: readonly string[]
      name_to: string
      value_to: string
      /** Several measures under each period: one row each, or one column each. */
      measures?: 'rows' | 'columns'
      /** One column for each row of the header, from the top down, in the place of `name_to`; null leaves that row out. */
      names_to?: readonly (string | null)[]
    }
  | {
      kind: 'wide_to_long'
      id_columns: readonly string[]
      groups: readonly WideGroup[]
      name_to: string | null
      /** What each repetition is called; its number where that is not given. */
      labels?: readonly string[]
      /** Repetitions that hold nothing are left out. */
      drop_empty?: boolean
    }
  /** `labels`: how many columns at the left name the rows that become columns, 1 if not given; the last one the field, those before it its groups. */
  | { kind: 'transpose'; labels?: number }
  | { kind: 'pivot'; name_column: string; value_column: string }
  | { kind: 'fill_down'; columns: readonly string[] }
  | { kind: 'explode'; column: string; separator: string }
  | { kind: 'subtitle'; name_to: string }
  /**
   * Rows are called by the row above that sums them up: where that name stands, and the rows it is for: `17:20`, `22`. Null
   * leaves each name in its own column, which is empty beside those rows.
   */
  | { kind: 'heads'; name_to: string | null; heads: readonly { cell: string; rows: readonly string[] }[] }
  /** Each record is written over so many lines; a column is what stands in `source` in one of them, counting from 0. */
  | {
      kind: 'join_lines'
      lines: number
      columns: readonly { name: string; source: string; line: number }[]
    }

/** Columns that stand for one another, in the order of their repetition. */
export type WideGroup = { name: string; columns: readonly string[] }

export type Hierarchy = {
  signals: readonly string[]
  levels: number
  /** Pairs of rows: child and parent. */
  parents: readonly (readonly [number, number])[]
  agreement: number
}

export type Output = { name: string; kind: (typeof OUTPUT_KINDS)[number]; level?: number }

/**
 * Regions of several sheets, or blocks of one, whose tables are one. It stands in the first of them; without it each region makes the tables that
 * its own outputs name.
 */
export type Union = {
  /** The united tables. Each takes the outputs of its kind and level of every part; `notes` those of the sheets of the parts. */
  outputs: readonly Output[]
  /** The first column of these tables: which part a row came from. */
  column: string
  /** In the order of their rows; the region of the union is one of them. */
  parts: readonly UnionPart[]
  /** Why they were taken for one table. */
  evidence: readonly string[]
  /** Other files have rows in these tables, too. */
  files?: UnitedFiles
}

/**
 * Files whose tables are one. Each has a union of its own with this in it, and the names of files in the union's column.
 * `columns`: those of all files, in their order, each as wide as the widest of them.
 */
export type UnitedFiles = {
  union_id: string
  sources: readonly string[]
  columns: readonly { name: string; type: string }[]
}

/** `value` stands in the union's column beside each row of the region. */
export type UnionPart = { region_id: string; value: string }

/** Another way to read the region: what would be different, as a merge patch of it. */
export type Alternative = { rank: number; confidence: number; summary: string; patch: Partial<Region> }

export type RegionColumn = {
  source_column: string
  header: string | null
  /** The cells the header is read from, from the top down: `B3`. */
  header_cells?: readonly string[]
  name: string
  /** Of a form: the cell that holds what was filled in; absent where nothing was. */
  value_cell?: string
  /** Of a form: the value stands in the cell of its label, behind the colon. */
  is_inside?: boolean
  /** A column type of the service. */
  type: string
  /** How texts of this column spell their value, e.g. `YYYY/M/D`; null for the canonical spelling. */
  format: string | null
  unit: string | null
  /** By what the column's own unit multiplies; absent: as the region's does. */
  scale?: number
  /** How most of its cells are shown, as spreadsheets write formats: `#,##0`, `0.0%`; null or absent: as they are. */
  number_format?: string | null
  /** The name of a further column for where the links of its cells lead; null or absent: they are annotations only. */
  link_to?: string | null
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

export const CORRECTIONS = [
  'set_kind',
  'set_box',
  'set_header_rows',
  'set_role',
  'rename',
  'set_type',
  'include',
  'choose_reading',
  'fill_down',
  'explode',
  'keep_totals',
  'leave_out',
  'read_as',
  'name_table',
] as const

/** What users and programs can say of a region instead of `data`, `keyvalue`, `note` and `ignore`. */
export const GIVEN_KINDS = ['table', 'form', 'note', 'ignore'] as const

/**
 * One thing about a region decided by hand. Columns are their letters on the sheet; a column that reshaping makes is its
 * name.
 */
export type Correction =
  | { op: 'set_kind'; kind: (typeof GIVEN_KINDS)[number] }
  | { op: 'set_box'; range: string }
  | { op: 'set_header_rows'; rows: readonly number[] }
  | { op: 'set_role'; rows: readonly number[]; role: (typeof ROW_ROLES)[number] }
  | { op: 'set_role'; columns: readonly string[]; role: (typeof COLUMN_ROLES)[number] }
  | { op: 'rename'; column: string; name: string }
  | { op: 'set_type'; column: string; type: string; format?: string | null }
  | { op: 'include'; column: string; on: boolean }
  | { op: 'choose_reading'; reshape: Region['reshape']; one_header?: boolean }
  | { op: 'fill_down'; column: string; on: boolean }
  | { op: 'explode'; column: string; on: boolean; separator?: string }
  | { op: 'keep_totals'; on: boolean }
  | { op: 'leave_out'; ranges: readonly string[] }
  | { op: 'read_as'; cells: readonly { cell: string; text: string }[] }
  | { op: 'name_table'; name: string }

export type Override = { path: string; value: unknown; actor: string | null; at: string }

export type SpecWarning = {
  code: string
  region_id: string | null
  column: string | null
  count: number
  message: string
}
