import type { Box } from '../../../grid.ts'
import type { Sheet } from '../../sheet.ts'

/** Tables that were made with Excel's own button, and the boxes around them that are left to look at. */
export function splitByListObjects(sheet: Sheet): { tables: Box[]; rest: Box[] } {
  const tables: Box[] = []
  let rest: Box[] = [sheet.box]
  for (const { box } of sheet.grid.listObjects) {
    const home = rest.find((each) => isWithin(box, each))
    if (!home) continue
    tables.push(box)
    rest = rest.flatMap((each) => (each === home ? around(box, home) : [each]))
  }
  return { tables, rest }
}

/** What is left of a box above and below another one inside it, and at its sides. */
function around(inner: Box, outer: Box): Box[] {
  const { top, bottom } = inner
  return [
    { ...outer, bottom: top - 1 },
    { ...outer, top, bottom, right: inner.left - 1 },
    { ...outer, top, bottom, left: inner.right + 1 },
    { ...outer, top: bottom + 1 },
  ].filter((box) => box.bottom >= box.top && box.right >= box.left)
}

const isWithin = (inner: Box, outer: Box) =>
  inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right
