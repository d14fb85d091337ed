/** How the lines of a csv file are written. */
export type CsvForm = {
  /** One character of ASCII. */
  delimiter: string
  /** What stands for a cell without a value. */
  nullValue: string
  lineEnd: string
  /** What a program would compute gets an apostrophe before it: `markFormulas` says where. */
  escapesFormulas: boolean
}
