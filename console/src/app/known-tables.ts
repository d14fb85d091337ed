import { useEffect } from 'react'
import { keepListInBrowser } from './kept.ts'

/** A table that was opened or chosen in this browser. */
export type KnownTable = { workbookId: string; workbook: string; table: string }

const MOST_RECENT = 8

function readTable(stored: unknown): KnownTable | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { workbookId, workbook, table } = stored as Partial<Record<keyof KnownTable, unknown>> // Safe: each is looked at.
  if (typeof workbookId !== 'string' || typeof workbook !== 'string' || typeof table !== 'string') return null
  return { workbookId, workbook, table }
}

export const recentTables = keepListInBrowser('bindery.recent', readTable)
export const favouriteTables = keepListInBrowser('bindery.favourites', readTable)

const isSame = (a: KnownTable, b: KnownTable) => a.workbookId === b.workbookId && a.table === b.table
const without = (list: readonly KnownTable[], table: KnownTable) => list.filter((each) => !isSame(each, table))

/** The last opened first. */
export function useRemembered(table: KnownTable | null) {
  const { workbookId, workbook, table: name } = table ?? {}
  useEffect(() => {
    if (workbookId === undefined || workbook === undefined || name === undefined) return
    const opened = { workbookId, workbook, table: name }
    recentTables.set([opened, ...without(recentTables.get(), opened)].slice(0, MOST_RECENT))
  }, [workbookId, workbook, name])
}

export const isFavourite = (list: readonly KnownTable[], table: KnownTable) => list.some((each) => isSame(each, table))

export function toggleFavourite(table: KnownTable) {
  const now = favouriteTables.get()
  favouriteTables.set(isFavourite(now, table) ? without(now, table) : [...now, table])
}
