import type { Box } from '../../grid.ts'
import type { Sheet } from '../sheet.ts'
import type { FoundRegion } from './found-region.ts'
import { isNoteText, isUnitText } from './text-kind.ts'

/** Tables with the texts that name them and say what their numbers count: the nearest above, over the same columns first. */
export function attachTexts(sheet: Sheet, regions: readonly FoundRegion[]): FoundRegion[] {
  const tables = regions.filter(({ kind }) => kind === 'data')
  return regions.map((region) => {
    if (region.kind !== 'data') return region
    const textAbove = (kind: FoundRegion['kind']) => {
      const found = nearestAbove(
        region.box,
        regions.filter((each) => each.kind === kind),
        tables,
      )
      return found ? (sheet.cellAt(found.box.top, found.box.left)?.text ?? null) : null
    }
    return { ...region, title: headingOf(sheet, region.box) ?? textAbove('title'), unit: textAbove('unit') }
  })
}

/** What is longer is a sentence. */
const LONGEST_HEADING = 60

/** A bold text right above the first name of a table names it, whatever else stands in its row. */
function headingOf(sheet: Sheet, { top, left }: Box): string | null {
  const cell = sheet.cellAt(top - 1, left)
  const isHeading = cell?.value.kind === 'text' && cell.style.isBold
  return isHeading && cell.text.length <= LONGEST_HEADING && !isUnitText(cell.text) && !isNoteText(cell.text)
    ? cell.text
    : null
}

/** None that another table over the same columns stands between; the title above another table is that one's. */
function nearestAbove(box: Box, texts: readonly FoundRegion[], tables: readonly FoundRegion[]): FoundRegion | null {
  const above = texts.filter(({ box: text }) => text.bottom < box.top)
  const isCutOff = ({ box: text }: FoundRegion) =>
    tables.some(({ box: other }) => other.top > text.bottom && other.bottom < box.top && sharesColumns(other, box))
  const near = above.filter((text) => !isCutOff(text))
  const isOfAnother = ({ kind, box: text }: FoundRegion) =>
    kind === 'title' && tables.some(({ box: other }) => other.top > text.bottom && sharesColumns(other, text))
  return near.findLast((text) => sharesColumns(text.box, box)) ?? near.findLast((text) => !isOfAnother(text)) ?? null
}

const sharesColumns = (one: Box, other: Box) => one.left <= other.right && one.right >= other.left
