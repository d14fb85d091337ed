import type { SheetCell } from '../sheet.ts'
import { createDateOrders } from './date-order.ts'
import { createDecimalCommas } from './decimal-comma.ts'
import { createFootnoteMarks } from './footnote-marks.ts'
import type { SheetEvidence } from './sheet-evidence.ts'

export type Settled = (cell: SheetCell) => SheetCell

/** What a value means may be known only from the other cells of its sheet. No cell is concerned by two kinds of evidence. */
export function createSettlement() {
  const evidence: readonly SheetEvidence[] = [createFootnoteMarks(), createDateOrders(), createDecimalCommas()]
  return {
    observe(cell: SheetCell) {
      for (const one of evidence) one.observe(cell)
    },
    /** Null: each cell means what it means by itself. */
    finish(): Settled | null {
      const found = evidence.flatMap((one) => one.finish() ?? [])
      if (found.length === 0) return null
      return (cell) => {
        for (const read of found) {
          const value = read(cell)
          if (value) return { ...cell, value }
        }
        return cell
      }
    },
  }
}
