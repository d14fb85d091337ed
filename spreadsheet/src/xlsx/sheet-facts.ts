import type { Box, ColumnFacts, RowFacts } from '../grid.ts'
import { MOST_COLUMNS, parseBox } from './cell-reference.ts'
import type { SheetFacts } from './scan-sheet.ts'
import type { XmlCursor } from './xml-cursor.ts'
import { attribute, flagAttribute, numberAttribute } from './xml-text.ts'

export type FoundFacts = {
  merges: Box[]
  rows: RowFacts[]
  columns: ColumnFacts[]
  autoFilter: Box | null
  frozen: { rows: number; columns: number }
}

/** More than any person has made; a file with more loses the rest of its merges in analysis, never a value. */
const MOST_MERGES = 200_000

/** Collects what a sheet tells beside its cells, of rows only the first ones. */
export function collectSheetFacts(rowLimit: number): { facts: SheetFacts; found: FoundFacts } {
  const found: FoundFacts = { merges: [], rows: [], columns: [], autoFilter: null, frozen: { rows: 0, columns: 0 } }
  let isFirstView = true
  const facts: SheetFacts = {
    row: (x, row) => {
      const isHidden = flagAttribute(x, 'hidden')
      const outlineLevel = numberAttribute(x, 'outlineLevel') ?? 0
      if (row < rowLimit && (isHidden || outlineLevel > 0)) found.rows.push({ row, isHidden, outlineLevel })
    },
    element: (x, name) => {
      if (name === 'mergeCell') addMerge(found, x)
      else if (name === 'col') addColumns(found, x)
      else if (name === 'autoFilter') found.autoFilter = parseBox(attribute(x, 'ref') ?? '')
      else if (name === 'pane' && isFirstView) {
        found.frozen = frozenBy(x)
        isFirstView = false
      }
      return true
    },
  }
  return { facts, found }
}

function addMerge({ merges }: FoundFacts, x: XmlCursor) {
  const box = parseBox(attribute(x, 'ref') ?? '')
  if (box && merges.length < MOST_MERGES) merges.push(box)
}

function addColumns({ columns }: FoundFacts, x: XmlCursor) {
  const from = (numberAttribute(x, 'min') ?? 1) - 1
  const to = Math.min(numberAttribute(x, 'max') ?? 1, MOST_COLUMNS) - 1
  const isHidden = flagAttribute(x, 'hidden')
  const outlineLevel = numberAttribute(x, 'outlineLevel') ?? 0
  if (from <= to) columns.push({ from, to, isHidden, outlineLevel, width: numberAttribute(x, 'width') })
}

/** A split that is not frozen counts in points: it says nothing of rows. */
function frozenBy(x: XmlCursor) {
  const isFrozen = (attribute(x, 'state') ?? '').startsWith('frozen')
  if (!isFrozen) return { rows: 0, columns: 0 }
  return { rows: numberAttribute(x, 'ySplit') ?? 0, columns: numberAttribute(x, 'xSplit') ?? 0 }
}
