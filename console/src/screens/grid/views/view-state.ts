import type { Cell, Wire } from '@bindery-data/sdk'
import { readTyped } from '../../../parts/grid/cells/typed-text.ts'
import { shownColumns } from '../../../parts/grid/columns/column-layout.ts'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import { type Condition, type GridSearch, isList, takesValue } from '../grid-search.ts'

type View = Pick<Wire.SavedView, 'view_id' | 'filter' | 'order_by' | 'columns' | 'frozen_columns'>

/** How the grid stands, as a saved view keeps it. */
export type ViewBody = Pick<Wire.SavedView, 'filter' | 'order_by' | 'columns' | 'frozen_columns'>

/** The address of a table that is looked at through a view: all of its state stands in it. */
export function searchOfView({ view_id, filter, order_by, columns, frozen_columns }: View): GridSearch {
  const [order] = order_by
  const conditions = filter.map(conditionOf)
  const widths = columns.flatMap(({ column, width_px }) => (width_px === null ? [] : [[column, width_px] as const]))
  const formats = columns.flatMap(({ column, format }) => (format === null ? [] : [[column, format] as const]))
  return {
    view: view_id,
    ...(order ? { order: { column: order.column, isDescending: order.direction === 'desc' } } : {}),
    ...(conditions.length > 0 ? { filter: conditions } : {}),
    layout: {
      order: columns.map(({ column }) => column),
      hidden: columns.filter(({ hidden }) => hidden).map(({ column }) => column),
      frozen: frozen_columns,
      widthsPx: Object.fromEntries(widths),
    },
    formats: Object.fromEntries(formats),
  }
}

/** The grid takes texts, as they are typed. */
function conditionOf({ column, op, value, to, values }: Wire.SavedView['filter'][number]): Condition {
  return {
    column,
    op,
    ...(value === undefined || value === null ? {} : { value: String(value) }),
    ...(to === undefined || to === null ? {} : { to: String(to) }),
    ...(values === undefined ? {} : { values }),
  }
}

/** Conditions as the service reads them: values as their columns have them. */
export function wireConditions(conditions: readonly Condition[], columns: readonly GridColumn[]) {
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  return conditions.map(({ column, op, value = '', to = '', values = [] }) => {
    // What the type does not know the service refuses, in its own words.
    const typed = (text: string) => plainCell(readTyped(text, types.get(column) ?? 'VARCHAR') ?? text)
    if (isList(op)) return { column, op, values: values.map(plainCell) }
    if (!takesValue(op)) return { column, op }
    if (op === 'between') return { column, op, value: typed(value), to: typed(to) }
    return { column, op, value: op.includes('contains') || op === 'starts_with' ? value : typed(value) }
  })
}

const plainCell = (cell: Cell) => (typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell)

/** What is kept of the grid as it stands. Each column has its place, so that later ones do not move it. */
export function bodyOfGrid(all: readonly GridColumn[], search: GridSearch): ViewBody {
  const layout = search.layout ?? { order: [], hidden: [], frozen: 0, widthsPx: {} }
  const { order } = search
  return {
    filter: wireConditions(search.filter ?? [], all),
    order_by: order ? [{ column: order.column, direction: order.isDescending ? 'desc' : 'asc' }] : [],
    columns: shownColumns(all, { ...layout, hidden: [] }).map(({ name }) => ({
      column: name,
      width_px: widthIn(layout.widthsPx[name]),
      hidden: layout.hidden.includes(name),
      format: search.formats?.[name] ?? null,
    })),
    frozen_columns: layout.frozen,
  }
}

const widthIn = (px: number | undefined) => (px === undefined ? null : Math.round(Math.max(24, Math.min(4_000, px))))

/** Whether the grid no longer stands as the view has it. */
export const isChanged = (all: readonly GridColumn[], view: View, search: GridSearch) =>
  JSON.stringify(bodyOfGrid(all, searchOfView(view))) !== JSON.stringify(bodyOfGrid(all, search))
