import type { Formula } from './cell.ts'

/**
 * Takes the cells of a sheet as a reader comes past them: rows ascending, cells of a row in the order of the file, which
 * is ascending too in all but broken files. Rows and columns count from 0. A method per kind, since this is called tens
 * of millions of times and must make no objects. `style` is an index into the file's styles; 0 where a format has none.
 */
export type CellSink = {
  /** A row begins. Rows without cells may be left out. */
  row(row: number): void
  number(column: number, value: number, style: number): void
  text(column: number, value: string, style: number): void
  boolean(column: number, value: boolean, style: number): void
  error(column: number, code: string, style: number): void
  /** A date spelled out in the file, ISO 8601. */
  date(column: number, iso: string, style: number): void
  /** A cell that has a style and no value. */
  blank?(column: number, style: number): void
  /** Called before the value of its cell. */
  formula?(column: number, formula: Formula): void
  /** Something in the file broke its format's rules and was mended: what, how often, in words. Called when the reading ends. */
  mended?(code: string, count: number, message: string): void
  /** True to stop reading: enough was seen. Asked after each row. */
  isFull?(): boolean
  /** A sink that must catch up first; a reader awaits it after each piece of the file. */
  ready?(): Promise<void> | undefined
}
