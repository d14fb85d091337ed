export type CsvDialect = {
  delimiter: string
  /** What stands for a cell without a value. */
  nullValue: string
}

/** At the beginning of a file it would be no text. */
export const BYTE_ORDER_MARK = '\ufeff'

export type FieldWriter = (text: string | null) => string

/** Quotes what would be read as something else: another number of fields, or no value at all. */
export function newFieldWriter({ delimiter, nullValue }: CsvDialect): FieldWriter {
  const isSpecial = (text: string) =>
    /["\r\n]/.test(text) || text.includes(delimiter) || text === nullValue || text.startsWith(BYTE_ORDER_MARK)
  return (text) => {
    if (text === null) return nullValue
    return isSpecial(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
}
