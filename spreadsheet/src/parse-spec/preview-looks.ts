import type { Box, Grid } from '../grid.ts'
import type { CellStyle, Styles } from '../styles.ts'

/** How a cell looks, where that differs from a plain one. Colours are `RRGGBB`. */
export type CellLook = {
  bold: boolean
  indent: number
  align: 'left' | 'center' | 'right' | null
  fill: string | null
  color: string | null
  /** Sides that have a line. */
  border: readonly ('top' | 'right' | 'bottom' | 'left')[]
}

export type SheetLooks = {
  styles: readonly CellLook[]
  /** Which of the styles each cell has, row by row; null for a plain one. */
  looks: readonly (readonly (number | null)[])[]
  /** Of the columns, in characters; null for those that have the usual one. */
  widths: readonly (number | null)[]
}

export function looksOf({ cells, columns }: Grid, styles: Styles, box: Box): SheetLooks {
  const width = box.right - box.left + 1
  const looks = Array.from({ length: box.bottom - box.top + 1 }, () => new Array<number | null>(width).fill(null))
  const distinct: CellLook[] = []
  const places = new Map<number, number | null>()
  const placeOf = (style: number): number | null => {
    const known = places.get(style)
    if (known !== undefined) return known
    const look = styles[style] ? lookOf(styles[style]) : null
    const place = look ? distinct.push(look) - 1 : null
    places.set(style, place)
    return place
  }
  for (const { row, column, style } of cells) {
    const line = looks[row - box.top]
    if (line && column >= box.left && column <= box.right) line[column - box.left] = placeOf(style)
  }
  const widths = Array.from({ length: width }, (_, n) => {
    const column = columns.find(({ from, to }) => n + box.left >= from && n + box.left <= to)
    return column?.width ?? null
  })
  return { styles: distinct, looks, widths }
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const

function lookOf({ isBold, indent, horizontal, fill, fontColor, border }: CellStyle): CellLook | null {
  const sides = SIDES.filter((side) => border[side])
  const align = horizontal === 'left' || horizontal === 'center' || horizontal === 'right' ? horizontal : null
  const isPlain = !isBold && indent === 0 && !align && !fill && !fontColor && sides.length === 0
  return isPlain ? null : { bold: isBold, indent, align, fill, color: fontColor, border: sides }
}
