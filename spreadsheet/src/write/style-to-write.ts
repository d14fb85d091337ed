import type { CellStyle } from '../styles.ts'

export type BorderLine = 'thin' | 'medium' | 'thick' | 'double' | 'hair' | 'dotted' | 'dashed'

/** How a cell is to look; what is not said is as in a new workbook. Colours are `RRGGBB`. */
export type StyleToWrite = Partial<
  Pick<
    CellStyle,
    'numberFormat' | 'isBold' | 'isItalic' | 'indent' | 'horizontal' | 'wraps' | 'fill' | 'fontColor' | 'fontSize'
  >
> & {
  isUnderlined?: boolean
  isStruckThrough?: boolean
  fontName?: string
  vertical?: 'top' | 'center' | 'bottom'
  border?: Partial<Record<'left' | 'right' | 'top' | 'bottom', BorderLine>>
  borderColor?: string
}
