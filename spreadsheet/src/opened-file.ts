import type { ComputedCells } from './calculation/computed-cells.ts'
import type { EngineName, EngineTable } from './calculation/engine-workbook.ts'
import type { CellSink } from './cell-sink.ts'
import type { Grid, GridBounds } from './grid.ts'
import type { SheetRemarks } from './remarks.ts'
import type { Styles } from './styles.ts'
import type { FormulaCensus } from './xlsx/formula-census.ts'

export type FileFormat = 'xlsx' | 'xls' | 'xlsb' | 'ods' | 'csv' | 'tsv'

export type SheetInfo = {
  name: string
  state: 'visible' | 'hidden' | 'very_hidden'
}

/** How the text of a delimited file is to be read, and how sure that is. Null for workbooks. */
export type Dialect = {
  encoding: string
  encodingConfidence: number
  delimiter: string
  quoteChar: string | null
  escapeChar: string | null
}

/** A file that has been opened: what it is, which sheets it has, and two ways to read one. */
export type OpenedFile = {
  format: FileFormat
  /** Charts and macros are no sheets. A delimited file has one, named after the file. */
  sheets: readonly SheetInfo[]
  styles: Styles
  /** Days of this file count from 1904. */
  isDate1904: boolean
  dialect: Dialect | null
  /** Passes once over all cells of a sheet; memory does not grow with them. */
  scan(sheet: number, sink: CellSink): Promise<void>
  /** Everything about a part of a sheet, for analysis; bounded. */
  readGrid(sheet: number, bounds: GridBounds): Promise<Grid>
  /** Comments and links; of formats that have them. */
  readRemarks?(sheet: number): Promise<SheetRemarks>
  close(): void
  /** Of formats whose formulas can be computed. */
  calculation?: CalculationAccess
}

/** What the calculation of a file's formulas needs of it, and a way to put the computed values in. */
export type CalculationAccess = {
  names: readonly EngineName[]
  tables(sheet: number): Promise<EngineTable[]>
  census(): Promise<FormulaCensus>
  /** Cells as they were saved, with no value read in another way. */
  scanSaved(sheet: number, sink: CellSink): Promise<void>
  /** The file with these values, by sheet, where it has none of its own. */
  withComputed(cells: ReadonlyMap<number, ComputedCells>): OpenedFile
}
