import type { CellObject } from '@e965/xlsx'
import { type CellStyle, PLAIN_STYLE, type Styles } from '../styles.ts'
import { numberMeaning } from '../xlsx/number-meaning.ts'

/** SheetJS tells a number format for each cell and no style, so a style is made for each format as it comes. */
export type LegacyStyles = { list: Styles; indexOf(cell: CellObject): number }

export function createLegacyStyles(): LegacyStyles {
  const list: CellStyle[] = [PLAIN_STYLE]
  const byFormat = new Map<string, number>([[PLAIN_STYLE.numberFormat, 0]])
  return {
    list,
    indexOf: ({ z }) => {
      if (typeof z !== 'string') return 0
      const known = byFormat.get(z)
      if (known !== undefined) return known
      byFormat.set(z, list.length)
      return list.push({ ...PLAIN_STYLE, numberFormat: z, meaning: numberMeaning(z) }) - 1
    },
  }
}
