import {
  type Condition,
  columnNamed,
  keptConditions,
  presentConditions,
} from '../../../core/tables/conditions/condition.ts'
import type { SentCondition } from '../../../core/tables/conditions/conditions.schema.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import type { Column } from '../../../engine/table/table.ts'
import type { Writer } from '../../../platform/caller.ts'

/** How a table is looked at, under a name: for everybody in the workbook, and without data of its own. */
export type SavedView = {
  workbookId: string
  viewId: string
  tableId: string
  /** The table's name now. */
  table: string
  name: string
  document: ViewDocument
  version: number
  /** Who wrote how it shows the table; null where that is not known, and links show nothing of it. */
  writers: readonly Writer[] | null
  createdBy: string
  /** Null when the account is closed. */
  ownerName: string | null
  createdAt: Date
  updatedAt: Date
}

/** As it is kept: columns by their origin, which stays when they are renamed or get another type. */
export type ViewDocument = {
  filter: readonly Condition[]
  orderBy: readonly { origin: number; isDescending: boolean }[]
  /** From left to right; columns that are not named stand behind the one before them in the table. */
  columns: readonly KeptColumn[]
  /** So many of the shown columns stay at the left. */
  frozen: number
}

type KeptColumn = { origin: number; widthPx?: number; isHidden?: true; format?: string }

/** The same with the names of columns. */
export type ViewState = {
  filter: readonly SentCondition[]
  orderBy: readonly { column: string; isDescending: boolean }[]
  columns: readonly { column: string; widthPx: number | null; isHidden: boolean; format: string | null }[]
  frozen: number
}

export const MOST_SAVED_VIEWS = 500

export function keptView(columns: readonly ReadableColumn[], state: ViewState): ViewDocument {
  const originOf = (name: string) => columnNamed(columns, name).origin
  return {
    filter: keptConditions(columns, state.filter),
    orderBy: state.orderBy.map(({ column, isDescending }) => ({ origin: originOf(column), isDescending })),
    columns: state.columns.map(({ column, widthPx, isHidden, format }) => ({
      origin: originOf(column),
      ...(widthPx === null ? {} : { widthPx }),
      ...(isHidden ? { isHidden } : {}),
      ...(format === null ? {} : { format }),
    })),
    frozen: state.frozen,
  }
}

/**
 * What a reader may know of a view. `isPartial`: it has more, about columns that are hidden from them or gone. `hasConditions`: what rows
 * are compared with is no value of a row that is hidden from them.
 */
export function visibleView(
  columns: readonly ReadableColumn[],
  document: ViewDocument,
  hasConditions: boolean,
): ViewState & { isPartial: boolean } {
  const names = new Map(columns.map(({ origin, name }) => [origin, name]))
  const filter = hasConditions ? presentConditions(columns, document.filter) : []
  const orderBy = document.orderBy.flatMap(({ origin, isDescending }) => {
    const column = names.get(origin)
    return column === undefined ? [] : [{ column, isDescending }]
  })
  const placed = document.columns.flatMap(({ origin, widthPx = null, isHidden = false, format = null }) => {
    const column = names.get(origin)
    return column === undefined ? [] : [{ column, widthPx, isHidden, format }]
  })
  const isPartial =
    filter.length < document.filter.length ||
    orderBy.length < document.orderBy.length ||
    placed.length < document.columns.length
  return { filter, orderBy, columns: placed, frozen: document.frozen, isPartial }
}

/** Whether it names columns that the caller may not see, other than such as are gone. Of a masked one a filter is hidden, too. */
export function hidesParts(document: ViewDocument, columns: readonly ReadableColumn[], schema: readonly Column[]) {
  const there = new Set(schema.map(({ origin }) => origin))
  const seen = new Set(columns.map(({ origin }) => origin))
  const plain = new Set(columns.filter(({ isMasked }) => !isMasked).map(({ origin }) => origin))
  return (
    document.filter.some(({ origin }) => there.has(origin) && !plain.has(origin)) ||
    [...document.orderBy, ...document.columns].some(({ origin }) => there.has(origin) && !seen.has(origin))
  )
}

/** After values of these columns were erased: what they were compared with may be one of them. */
export const withoutConditionsOn = <D extends { filter: readonly Condition[] }>(
  document: D,
  origins: readonly number[],
): D => ({ ...document, filter: document.filter.filter(({ origin }) => !origins.includes(origin)) })
