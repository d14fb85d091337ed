/** How a table's columns stand on the screen. Columns are known by their names; what the table lacks is passed over. */
export type ColumnLayout = {
  /** Of columns that were moved; others stand behind the one before them in the table. */
  order: readonly string[]
  hidden: readonly string[]
  /** So many of the shown columns stay at the left. */
  frozen: number
  widthsPx: Readonly<Record<string, number>>
}

export const PLAIN_LAYOUT: ColumnLayout = { order: [], hidden: [], frozen: 0, widthsPx: {} }

type Named = { name: string }

/** The columns in the order they are shown in. */
export function shownColumns<C extends Named>(columns: readonly C[], layout: ColumnLayout): readonly C[] {
  const { hidden } = layout
  const shown = inOrder(columns, layout).filter(({ name }) => !hidden.includes(name))
  // A table never stands there without a column.
  return shown.length > 0 ? shown : columns
}

function inOrder<C extends Named>(columns: readonly C[], { order }: ColumnLayout): readonly C[] {
  if (order.length === 0) return columns
  const known = order.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  const placed = [...known]
  for (const [n, column] of columns.entries()) {
    if (known.includes(column)) continue
    const before = columns[n - 1]
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column)
  }
  return placed
}

/** Puts a column before another, or behind all when there is none. */
export function moveColumn(columns: readonly Named[], layout: ColumnLayout, name: string, before: string | null) {
  if (name === before) return layout
  const others = inOrder(columns, layout)
    .map((column) => column.name)
    .filter((other) => other !== name)
  const place = before === null ? others.length : others.indexOf(before)
  return { ...layout, order: others.toSpliced(place < 0 ? others.length : place, 0, name) }
}

/** Its neighbour among those that are shown; null where there is none. */
export function moveByOne(columns: readonly Named[], layout: ColumnLayout, name: string, step: -1 | 1) {
  const shown = shownColumns(columns, layout).map((column) => column.name)
  const at = shown.indexOf(name)
  if (at < 0 || at + step < 0 || at + step >= shown.length) return null
  return moveColumn(columns, layout, name, shown[step < 0 ? at - 1 : at + 2] ?? null)
}

/** One that was frozen leaves one less of them. */
export function hideColumn(columns: readonly Named[], layout: ColumnLayout, name: string): ColumnLayout {
  const at = shownColumns(columns, layout).findIndex((column) => column.name === name)
  return {
    ...layout,
    hidden: [...new Set([...layout.hidden, name])],
    frozen: at >= 0 && at < layout.frozen ? layout.frozen - 1 : layout.frozen,
  }
}

/** One that comes back among frozen columns is frozen with them. */
export function showColumns(columns: readonly Named[], layout: ColumnLayout, names: readonly string[]): ColumnLayout {
  const shown = { ...layout, hidden: layout.hidden.filter((name) => !names.includes(name)) }
  const lastFrozen = shownColumns(columns, layout)[layout.frozen - 1]?.name
  const places = shownColumns(columns, shown).map(({ name }) => name)
  return { ...shown, frozen: lastFrozen === undefined ? 0 : places.indexOf(lastFrozen) + 1 }
}

export const widenColumn = (layout: ColumnLayout, name: string, widthPx: number | null): ColumnLayout => {
  const { [name]: _, ...others } = layout.widthsPx
  return { ...layout, widthsPx: widthPx === null ? others : { ...others, [name]: widthPx } }
}

/** A column keeps its place under another name. */
export function renameInLayout(layout: ColumnLayout, from: string, to: string): ColumnLayout {
  const renamed = (name: string) => (name === from ? to : name)
  return {
    ...layout,
    order: layout.order.map(renamed),
    hidden: layout.hidden.map(renamed),
    widthsPx: Object.fromEntries(Object.entries(layout.widthsPx).map(([name, px]) => [renamed(name), px])),
  }
}

/** What a browser has kept may be of any shape. */
export function readLayout(text: string | null): ColumnLayout {
  try {
    return layoutIn(JSON.parse(text ?? 'null')) ?? PLAIN_LAYOUT
  } catch {
    return PLAIN_LAYOUT
  }
}

/** Null where there is none; what makes no sense is left out. */
export function layoutIn(kept: unknown): ColumnLayout | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { order, hidden, frozen, widthsPx } = kept as Record<string, unknown> // Safe: any object is one of these.
  const widths = typeof widthsPx === 'object' && widthsPx !== null ? Object.entries(widthsPx) : []
  return {
    order: textsIn(order),
    hidden: textsIn(hidden),
    frozen: Number.isInteger(frozen) ? Math.max(0, Number(frozen)) : 0,
    widthsPx: Object.fromEntries(widths.filter(([, px]) => typeof px === 'number' && px > 0)),
  }
}

const textsIn = (list: unknown) => (Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [])
