/** How the lines of a csv file are written. */
export type CsvForm = {
  /** One character of ASCII. */
  delimiter: string
  /** What stands for a cell without a value. */
  nullValue: string
  lineEnd: string
  /** Texts that a program would compute get an apostrophe before them. */
  escapesFormulas: boolean
}
