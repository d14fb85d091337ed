import type { StyleToWrite } from '@bindery-data/spreadsheet/write/style-to-write.ts'
import type { Style, TargetKind } from '../../core/tables/annotations/annotation.ts'
import type { StoredStyle } from '../../core/tables/annotations/annotations.store.ts'
import type { ReadableColumn } from '../../engine/table/readable-table.ts'
import { columnStyle } from '../branches/file-cells.ts'

/** How the cells of a table look: by column, and in the rows that were marked. */
export type AnnotatedStyles = {
  columns: readonly StyleToWrite[]
  /** Of each column's cell in this row; undefined where the row looks as its columns do. */
  ofRow(rowId: number): readonly StyleToWrite[] | undefined
}

/** Where styles meet, the one on less wins. */
const ORDER: readonly TargetKind[] = ['table', 'column', 'row', 'range', 'cell']
const OF_COLUMNS: ReadonlySet<TargetKind> = new Set(['table', 'column'])

/** Lays annotations over the styles that the columns have by their types. */
export function annotatedStyles(columns: readonly ReadableColumn[], stored: readonly StoredStyle[]): AnnotatedStyles {
  const inOrder = stored.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  const base = columns.map(({ type, origin }) => ({
    ...columnStyle(type),
    ...mergedStyle(inOrder.filter(({ kind, origins }) => OF_COLUMNS.has(kind) && isOn(origins, origin))),
  }))
  const marked = byRow(inOrder.filter(({ kind }) => !OF_COLUMNS.has(kind)))
  const known = new Map<string, StyleToWrite>()
  return {
    columns: base,
    ofRow: (rowId) => {
      const styles = marked.get(rowId)
      if (!styles) return undefined
      return columns.map(({ origin }, n) => {
        const own = mergedStyle(styles.filter(({ origins }) => isOn(origins, origin)))
        return shared(known, { ...base[n], ...own })
      })
    },
  }
}

/** A style without columns is on all of them. */
const isOn = (origins: readonly number[], origin: number) => origins.length === 0 || origins.includes(origin)

function byRow(styles: readonly StoredStyle[]): Map<number, StoredStyle[]> {
  const rows = new Map<number, StoredStyle[]>()
  for (const style of styles) {
    for (const { from, to } of style.rows) {
      for (let id = from; id <= to; id++) rows.set(id, [...(rows.get(id) ?? []), style])
    }
  }
  return rows
}

/** One object per look: the table of styles knows an object faster than its members. */
function shared(known: Map<string, StyleToWrite>, style: StyleToWrite): StyleToWrite {
  const key = JSON.stringify(style)
  const before = known.get(key)
  if (before) return before
  known.set(key, style)
  return style
}

const mergedStyle = (styles: readonly StoredStyle[]): StyleToWrite =>
  Object.assign({}, ...styles.map(({ style }) => toWrite(style)))

const VERTICAL = { top: 'top', middle: 'center', bottom: 'bottom' } as const

/** Members that are null say nothing. */
function toWrite(style: Style): StyleToWrite {
  const said = <T>(name: string, make: (value: never) => T): T | undefined => {
    const value = style[name]
    // Safe: the request's schema has checked each member before it was kept.
    return value === null || value === undefined ? undefined : make(value as never)
  }
  const colour = (value: string) => value.slice(1).toUpperCase()
  const written: { [K in keyof StyleToWrite]: StyleToWrite[K] | undefined } = {
    isBold: said('bold', Boolean),
    isItalic: said('italic', Boolean),
    isUnderlined: said('underline', Boolean),
    isStruckThrough: said('strikethrough', Boolean),
    fontColor: said('font_color', colour),
    fill: said('background_color', colour),
    fontSize: said('font_size', Number),
    numberFormat: said('number_format', String),
    horizontal: said('horizontal_alignment', (value: 'left' | 'center' | 'right') => value),
    vertical: said('vertical_alignment', (value: keyof typeof VERTICAL) => VERTICAL[value]),
    wraps: said('wrap', Boolean),
  }
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined))
}
