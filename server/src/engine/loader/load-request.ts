import type { DiffLimits, SheetDiff } from '@bindery-data/spreadsheet/diff/diff-files.ts'
import type { ListedCells } from '@bindery-data/spreadsheet/diff/list-cells.ts'
import type { ComparedCells } from '@bindery-data/spreadsheet/edits/compare-cells.ts'
import type { EditedFile } from '@bindery-data/spreadsheet/edits/edit-file.ts'
import type { EditRefusal, FileEdit, RowEdit } from '@bindery-data/spreadsheet/edits/file-edit.ts'
import type { FileProblem } from '@bindery-data/spreadsheet/errors.ts'
import type { ColumnLook } from '@bindery-data/spreadsheet/looks/column-look.ts'
import type { CellSearch, FoundCells } from '@bindery-data/spreadsheet/map/find-cells.ts'
import type { FittedLines } from '@bindery-data/spreadsheet/map/fit-lines.ts'
import type { MapOptions } from '@bindery-data/spreadsheet/map/map-file.ts'
import type { Dialect, FileFormat } from '@bindery-data/spreadsheet/opened-file.ts'
import type { Output, ParseSpec, Region, SpecWarning } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { SheetLooks } from '@bindery-data/spreadsheet/parse-spec/preview-looks.ts'
import type { FileSketch } from '@bindery-data/spreadsheet/parse-spec/sketch-file.ts'
import type { DocumentMarks } from '@bindery-data/spreadsheet/returned/document-marks.ts'
import type { Judgement, ToJudge } from '@bindery-data/spreadsheet/structure/adviser/judge-advice.ts'
import type { OutlineOptions } from '@bindery-data/spreadsheet/structure/adviser/outline-sheets.ts'
import type { CorrectedFile, ToCorrect } from '@bindery-data/spreadsheet/structure/correct/correct-file.ts'
import type { OutputCheck } from '@bindery-data/spreadsheet/structure/invariants/table-check.ts'
import type { FileToStructure } from '@bindery-data/spreadsheet/structure/structure-file.ts'
import type { FileFit, FileToFit } from '@bindery-data/spreadsheet/structure/templates/fit-file.ts'
import type { TemplateLayout } from '@bindery-data/spreadsheet/structure/templates/layout.ts'
import type { FormulaCensus } from '@bindery-data/spreadsheet/xlsx/formula-census.ts'
import type { BuildColumn, BuiltSegment, SegmentLimits } from '../builder/build-request.ts'
import type { CalculationFailure } from './calculator/calculate-workbook.ts'
import type { CellOrigins } from './cell-origins.ts'

/** What the service asks of a loader, which opens one file that a user sent, and what it answers. */
export type LoadRequest =
  /** Must be asked first. `file` is named within the loader's folder; `filename` is what its sender called it. */
  | { kind: 'open'; file: string; filename: string; hints: Partial<Dialect> | null }
  /** A workbook for the calculation engine, of the cells and the formulas of the file. */
  | { kind: 'prepare-calculation'; purpose: CalculationPurpose }
  /** What became of computing the formulas of the file: the values, in this file of the loader's folder, or why there are none. */
  | { kind: 'calculated'; outcome: { file: string } | { failure: CalculationFailure } }
  /** Lays edits over the file, and writes workbooks for the engine: the edited file, and the one before. */
  | { kind: 'draft-edit'; edits: readonly FileEdit[]; rows: readonly RowEdit[] }
  /** The file with its edits; the draft of them, and what the engine gives, come before by themselves. `isKept`: the file is handed over. */
  | {
      kind: 'edit'
      edits: readonly FileEdit[]
      /** Come and go before the edits, which name cells where they are then. */
      rows: readonly RowEdit[]
      isKept: boolean
      isQuestion?: boolean
      outcomes?: readonly DraftOutcome[]
    }
  /** Cells that are others in the file that lies beside it. */
  | { kind: 'compare-cells' }
  | { kind: 'preview'; sheet: string | null; range: string | null }
  /** The file in one text; `spec`: how it is read, where that was found before. */
  | ({ kind: 'map'; spec: ParseSpec | null; analysis: FileToStructure } & MapOptions)
  /** Cells that hold a text. */
  | ({ kind: 'find-cells' } & CellSearch)
  /** What stands in a sheet, the first one when none is named. */
  | { kind: 'cells'; sheet: string | null; most: { cells: number; characters: number } }
  /** What has changed since the file that lies beside it. */
  | { kind: 'diff'; limits: DiffLimits }
  /** Proposes how to read the file. */
  | { kind: 'analyze'; sourceName: string; sha256: string; language: 'ja' | 'en' | null }
  /** Operations on how the file is read. */
  | ({ kind: 'correct' } & ToCorrect)
  /** Sheets row by row, without their figures. */
  | ({ kind: 'outline' } & OutlineOptions)
  /** Which readings that an adviser proposes keep every cell. */
  | ({ kind: 'judge-advice' } & ToJudge)
  /** What its tables are compared by with those of other files. */
  | { kind: 'sketch'; spec: ParseSpec }
  /** What a template keeps of the file, read by this spec. */
  | { kind: 'layout'; spec: ParseSpec; salt: string }
  /** Tries templates on the file. */
  | ({ kind: 'fit' } & FileToFit)
  /** Every sheet as it is, one table each. */
  | { kind: 'stage-sheets' }
  /** The tables that the regions of a spec become. */
  | ({ kind: 'stage-spec'; spec: ParseSpec } & StageOptions)
  | { kind: 'first-rows'; table: number; limit: number }
  /**
   * Column `from` of a staged table becomes the column `id`; row ids count from after `idsAfter`. Of rows that are not in `only`
   * nothing is written, and their ids are left out.
   */
  | {
      kind: 'write'
      table: number
      columns: readonly WrittenColumn[]
      idsAfter: number
      limits: SegmentLimits
      only?: readonly RowRun[]
    }
  /** The same as lines `[…canonical texts]`, for writes that must look at each row. */
  | { kind: 'lines'; table: number; columns: readonly number[] }
  /** What came back of a file that was sent out, with its cells as they were saved. */
  | ({ kind: 'returned' } & ReturnedOptions)
  /** The formulas of these sheets. */
  | { kind: 'formulas'; sheets: readonly string[] }
  /** Instead of `open`: the file is an archive, whose manifest is the answer. */
  | { kind: 'open-archive'; file: string }
  /** Instead of `open`: the file is a zip file with spreadsheets in it, and they are the answer. */
  | { kind: 'unpack-files'; file: string; limits: UnpackLimits }
  | ({ kind: 'archive-part' } & PartOfArchive)
  /** A part that holds rows of a table, written again. */
  | ({ kind: 'archive-segment' } & ArchiveSegment)

/** How many files may be taken out of a zip file, and how large they may be together. */
export type UnpackLimits = { files: number; bytes: number }

/** `file`: in the loader's folder; `name`: without the folders it was in. */
export type UnpackedFile = { name: string; file: string; sizeBytes: number }

/** What became of computing a workbook of a draft. */
export type DraftOutcome = { file: string } | { failure: CalculationFailure }

/** Values for cells that have none, or a comparison with those that are there. */
export type CalculationPurpose = 'fill' | 'compare'

/** A part of an archive, and what it must be. */
export type PartOfArchive = { name: string; sizeBytes: number; sha256: string }

/** `columns`: all that its table ever had. */
export type ArchiveSegment = PartOfArchive & { columns: readonly BuildColumn[]; limits: SegmentLimits }

/** Sheets without this column are none of ours; more rows than this and one are not read. */
export type ReturnedOptions = { idColumn: string; mostRows: number }

export type StageOptions = {
  /** So many rows of each table are enough. */
  rows: number | null
  /** Types that columns are to have, by their names: for rows that go into a table which is there already. */
  types?: Readonly<Record<string, string>>
}

export type WrittenColumn = { id: number; from: number }

/** Rows counting from 0, the last one excluded. */
export type RowRun = { from: number; to: number }

export type OpenedSheet = { name: string; isHidden: boolean; dimension: string | null }

export type OpenedAnswer = {
  format: FileFormat
  sheets: readonly OpenedSheet[]
  dialect: Dialect | null
  /** Null for formats whose formulas are not computed. */
  formulas: FormulaCensus | null
}

/** A cell as a person would see it in a preview: value, kind (`s n b d e`), formula, number format. */
export type PreviewCell = { v: string | number | boolean | null; t: string | null; f: string | null; z: string | null }

export type PreviewAnswer = SheetLooks & {
  sheets: readonly OpenedSheet[]
  sheet: string
  range: string
  cells: readonly (readonly PreviewCell[])[]
  merges: readonly string[]
}

/** A table that is ready to be written: typed, in the loader's memory or on its disk. */
export type StagedTable = {
  /** What to call it: the sheet's name, or what the spec says. */
  name: string
  sheet: string
  regionId: string | null
  /** Which output of its region it is; null: a sheet as it is. */
  output: Output['kind'] | null
  columns: readonly StagedColumn[]
  rows: number
  /** Where its values stood; of a united table its parts know. */
  origins: CellOrigins
  /** Of a table that several sheets are united in. */
  union?: StagedUnion
  /** What the file says of its cells beside their values; absent: nothing. */
  remarks?: readonly StagedRemark[]
  /** Its check; null where it has none, or not all of its rows were read. */
  check: OutputCheck | null
  report: StageReport
}

/** The column that says which sheet a row is from, and the rows of each sheet, one after the other. */
export type StagedUnion = { column: string; parts: readonly StagedPart[] }

export type StagedPart = Pick<StagedTable, 'sheet' | 'regionId' | 'rows' | 'origins'>

/** The rows of a staged table, sheet by sheet. */
export const partsOf = (staged: StagedTable): readonly StagedPart[] => staged.union?.parts ?? [staged]

export type StagedColumn = {
  name: string
  /** As the service spells types. */
  type: string
  /** How the file spelled its values, where that is not the canonical way. */
  format: string | null
  /** What its numbers count, and how most of its cells are shown; absent: the file does not say. */
  look?: ColumnLook
}

/** A comment or a link. Without a row it is on the whole column, without a column on the table; rows count from 0. */
export type StagedRemark = { row: number | null; column: number | null; note: string | null; link: string | null }

export type StageReport = {
  rowsRead: number
  rejected: number
  cellsNulled: number
  issues: readonly StageIssue[]
  warnings: readonly SpecWarning[]
}

/** A cell that could not be taken as its column's type. `row` counts from 1, as in the sheet. */
export type StageIssue = { row: number; column: string; value: string; code: string }

export type LoadAnswers = {
  open: OpenedAnswer
  /** A file in the loader's folder; none where it would be too large. */
  'prepare-calculation': readonly { file: string }[]
  calculated: null
  /** Files in the loader's folder; none where no formula needs to be computed. */
  'draft-edit': { refusal: EditRefusal | null; files: readonly { file: string }[] }
  edit: EditAnswer
  'compare-cells': ComparedCells
  preview: PreviewAnswer
  map: FittedLines
  'find-cells': FoundCells
  cells: ListedCells & { sheet: string }
  diff: readonly SheetDiff[]
  analyze: ParseSpec
  correct: CorrectedFile
  outline: FittedLines
  'judge-advice': readonly Judgement[]
  /** Null: it is not one table. */
  sketch: FileSketch | null
  layout: TemplateLayout
  fit: FileFit
  'stage-sheets': readonly StagedTable[]
  'stage-spec': readonly StagedTable[]
  /** Rows of canonical texts. */
  'first-rows': readonly (readonly (string | null)[])[]
  write: readonly BuiltSegment[]
  /** A file in the loader's folder. */
  lines: string
  returned: ReturnedAnswer
  formulas: FormulasAnswer
  'open-archive': { manifest: unknown }
  'unpack-files': readonly UnpackedFile[]
  /** A file in the loader's folder. */
  'archive-part': string
  /** Exactly one. */
  'archive-segment': readonly BuiltSegment[]
}

/** `files`: the edited file, where it is kept. */
export type EditAnswer =
  | { refusal: EditRefusal }
  | { refusal: null; edited: EditedFile; files: readonly { file: string }[] }

export type ReturnedAnswer = DocumentMarks & { isDate1904: boolean; sheets: readonly ReturnedSheet[] }

/** `file`: in the loader's folder, a line `[row, …cells]` for each row, cells in the order of the columns. */
export type ReturnedSheet = { name: string; columns: readonly string[]; rows: number; file: string }

export type FormulasAnswer = { isDate1904: boolean; sheets: readonly SheetFormulas[] }

/**
 * `file`: in the loader's folder, a line `[row, column, formula, value]` for each cell that has one, rows and columns from 0.
 * A formula is its text in R1C1 notation when it comes for the first time, and then the number of that text, from 0.
 */
export type SheetFormulas = { name: string; file: string }

/** One line back, after any number of lines that tell how far it is. */
export type LoadReply =
  | { progress: LoadProgress }
  | { answer: unknown }
  | { refused: FileProblem; message: string }
  | { error: string }

export type LoadProgress = { phase: string; rows: number; bytes: number; totalBytes: number }

/** Whether a region becomes one table of its rows as they stand, which can be read however large it is. */
export function isPlainList(region: Region): boolean {
  const {
    kind,
    orientation,
    reshape,
    hierarchy,
    outputs,
    row_roles,
    repeat_marks = [],
    left_out = [],
    read_as = [],
    total_column,
    columns,
  } = region
  // Marks and continued lines take their meaning from the row above, which a single pass does not hold.
  if (
    total_column !== undefined ||
    columns.some(({ link_to = null }) => link_to !== null) ||
    left_out.length + read_as.length > 0 ||
    repeat_marks.length > 0 ||
    row_roles.some(({ role }) => role === 'continued')
  )
    return false
  const isOne = outputs.length === 0 || (outputs.length === 1 && outputs[0]?.kind === 'list')
  return kind === 'data' && orientation === 'rows' && reshape === null && hierarchy === null && isOne
}

/** What the file of a loader is called in its folder; `lay` is given this path. */
export const SOURCE_FILE = 'source'

/** Where a second file is laid, in the same folder, that the first one is compared with. */
export const BESIDE_FILE = 'beside'

/** Where the values of formulas that were computed are laid, in the same folder. */
export const VALUES_FILE = 'values'

/** A sandboxed process with one file that a user sent: its folder, where the file is put and segments are found, and a way to ask. */
export type Loader = {
  folder: string
  ask<K extends LoadRequest['kind']>(request: LoadRequest & { kind: K }, watch?: Watch): Promise<LoadAnswers[K]>
}

/** Gets now and then how far a long answer is. */
export type Watch = (progress: LoadProgress) => void

/** Lends a loader for one file, whose bytes `lay` puts at the path it is given; what it left behind is gone afterwards. */
/** `owner`: the account that it counts for, and whose turn it takes where all places are taken. */
export type Load = <T>(
  lay: (path: string) => Promise<void>,
  work: (loader: Loader) => Promise<T>,
  owner?: string,
) => Promise<T>
