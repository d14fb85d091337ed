import type { SheetCell } from '../sheet.ts'

/** Set apart by its looks, as names are. */
export const isDressed = ({ style }: SheetCell) => style.isBold || style.fill !== null
