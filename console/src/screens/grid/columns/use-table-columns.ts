import { useMemo, useState } from 'react'
import {
  type ColumnLayout,
  hideColumn,
  moveByOne,
  moveColumn,
  renameInLayout,
  showColumns,
  shownColumns,
  widenColumn,
} from '../../../parts/grid/columns/column-layout.ts'
import { columnWidth, WIDEST_TO_FIT_PX } from '../../../parts/grid/columns/column-widths.ts'
import type { Order } from '../../../parts/grid/grid-header.tsx'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import type { RowPages } from '../../../parts/grid/rows/row-pages.ts'
import type { Spot } from '../../../parts/overlays/menu.tsx'
import { type Condition, type GridSearch, renamedSearch, searchWithout, withCondition } from '../grid-search.ts'
import { useColumnLayout } from './use-column-layout.ts'

/** What stands over the grid: a menu, a panel or a dialog of a column. */
export type OpenedColumn =
  | { kind: 'menu' | 'filter' | 'format'; column: string; spot: Spot }
  | { kind: 'rename' | 'retype' | 'describe' | 'other-format' | 'drop'; column: string }
  /** A new column beside this one. */
  | { kind: 'add'; column: string; side: 'left' | 'right' }

export type TableColumns = ReturnType<typeof useTableColumns>

/** The columns of a table: how they stand, what they choose and order, and what is open about them. */
export function useTableColumns(
  tableId: string,
  all: readonly GridColumn[],
  pages: RowPages,
  search: GridSearch,
  show: (search: GridSearch) => void,
) {
  const kept = useColumnLayout(tableId)
  // A link may bring a layout with it, until a user changes it.
  const layout = search.layout ?? kept.layout
  const change = (next: ColumnLayout) => {
    // A view has a layout of its own; the one for the table stays as it was.
    if (search.view) return show({ ...search, layout: next })
    kept.change(next)
    if (search.layout) show({ ...search, layout: undefined })
  }
  const [opened, open] = useState<OpenedColumn | null>(null)
  const shown = useMemo(() => shownColumns(all, layout), [all, layout])
  const filtered = useMemo(() => new Set((search.filter ?? []).map(({ column }) => column)), [search.filter])
  return {
    all,
    shown,
    hidden: all.filter(({ name }) => layout.hidden.includes(name)),
    filtered,
    layout,
    search,
    opened,
    open,
    change,
    /** Of the view, or else as the table has them. */
    formats: Object.fromEntries(all.flatMap(({ name, format }) => (format ? [[name, format]] : []))),
    /** Null where a format belongs to the table itself. */
    setViewFormat: search.view
      ? (name: string, format: string) => show({ ...search, formats: { ...search.formats, [name]: format } })
      : null,
    sort: (order: Order | undefined) => show({ ...search, order }),
    setCondition: (column: string, condition: Condition | null) => {
      const filter = withCondition(search.filter ?? [], column, condition)
      show({ ...search, filter: filter.length > 0 ? filter : undefined })
    },
    hide: (name: string) => change(hideColumn(all, layout, name)),
    reveal: (names: readonly string[]) => change(showColumns(all, layout, names)),
    step: (name: string, by: -1 | 1) => change(moveByOne(all, layout, name, by) ?? layout),
    fit: (name: string) => {
      const column = all.find((each) => each.name === name)
      if (column) change(widenColumn(layout, name, columnWidth(column, rowsHere(pages), WIDEST_TO_FIT_PX)))
    },
    renamed: (from: string, to: string) => {
      const next = renameInLayout(layout, from, to)
      if (!search.view) kept.change(next)
      show({ ...renamedSearch(search, from, to), ...(search.view ? { layout: next } : {}) })
    },
    /** Puts a column that was just made beside the one it was asked for at. */
    added: (name: string, { column, side }: { column: string; side: 'left' | 'right' }) => {
      const names = [...all, { name, type: 'VARCHAR', masked: false }]
      const at = shown.findIndex((each) => each.name === column)
      const before = side === 'left' ? column : (shown[at + 1]?.name ?? null)
      change(moveColumn(names, layout, name, before))
    },
    dropped: (name: string) => show(searchWithout(search, name)),
    heads: {
      onMenu: (column: string, spot: Spot) => open({ kind: 'menu', column, spot }),
      onResize: (column: string, widthPx: number) => change(widenColumn(layout, column, widthPx)),
      onMove: (column: string, before: string | null) => change(moveColumn(all, layout, column, before)),
    },
  }
}

const MEASURED_ROWS = 400

/** Those of the first rows that were read. */
function rowsHere(pages: RowPages) {
  return Array.from({ length: MEASURED_ROWS }, (_, n) => pages.rowAt(n)).flatMap((row) => row ?? [])
}
