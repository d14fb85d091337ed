import { isOneText, type Pasted, pastedWidth } from '../../../parts/grid/cells/pasted.ts'
import { type ColumnLayout, shownColumns } from '../../../parts/grid/columns/column-layout.ts'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'

/** What would go elsewhere than a user expects who does not think of hidden columns. */
export type PasteTrouble = {
  /** Hidden columns that the block would have filled, were they shown. */
  passed: readonly string[]
  /** Columns of the block behind the last one that is shown. */
  dropped: number
  /** Columns under it that a policy hides: nothing is written there. */
  masked: readonly string[]
}

/** Null where every cell of the block lands where it looks as if it did. */
export function pasteTrouble(pasted: Pasted, all: readonly GridColumn[], layout: ColumnLayout): PasteTrouble | null {
  const shown = shownColumns(all, layout)
  const { left } = pasted.range
  const width = pastedWidth(pasted)
  const under = shown.slice(left, left + width)
  const masked = under.filter((column) => column.masked).map(({ name }) => name)
  const dropped = Math.max(0, left + width - shown.length)
  const whole = shownColumns(all, { ...layout, hidden: [] })
  const from = whole.findIndex(({ name }) => name === shown[left]?.name)
  const passed = isOneText(pasted)
    ? []
    : whole
        .slice(from, from + width)
        .filter(({ name }) => layout.hidden.includes(name))
        .map(({ name }) => name)
  return passed.length + dropped + masked.length > 0 ? { passed, dropped, masked } : null
}
