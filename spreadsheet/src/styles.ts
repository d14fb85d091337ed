/** What a number means by its format. */
export type NumberMeaning = 'number' | 'percent' | 'date' | 'time' | 'datetime' | 'duration' | 'text'

export type CellStyle = {
  numberFormat: string
  meaning: NumberMeaning
  isBold: boolean
  isItalic: boolean
  indent: number
  horizontal: 'general' | 'left' | 'center' | 'right' | 'fill' | 'justify' | 'centerContinuous' | 'distributed'
  wraps: boolean
  /** `RRGGBB`, or null where the cell has no fill of its own. */
  fill: string | null
  fontColor: string | null
  fontSize: number | null
  border: { top: boolean; right: boolean; bottom: boolean; left: boolean }
}

/** The styles of a file by index. A file without styles has one, the plain one. */
export type Styles = readonly CellStyle[]

export const PLAIN_STYLE: CellStyle = {
  numberFormat: 'General',
  meaning: 'number',
  isBold: false,
  isItalic: false,
  indent: 0,
  horizontal: 'general',
  wraps: false,
  fill: null,
  fontColor: null,
  fontSize: null,
  border: { top: false, right: false, bottom: false, left: false },
}
