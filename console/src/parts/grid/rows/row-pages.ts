import { holdPages } from './held-pages.ts'
import type { LoadedRow, PageReader } from './read-page.ts'

declare const behindTheEnd: unique symbol

export type LoadedLine = { readonly state: 'loaded'; readonly row: LoadedRow }
/** Only this module can make one: a line that could not be read never passes for one that does not exist. */
export type AbsentLine = { readonly state: 'absent'; readonly [behindTheEnd]: true }
export type KnownLine = LoadedLine | AbsentLine
/** What is known about a line of a table: its row, that the table ends before it, or nothing until it is read. */
export type Line = KnownLine | { readonly state: 'unknown' }

/** The rows of a table or a result, of which only the visible ones are held. */
export type RowPages = ReturnType<typeof openRowPages>

const PAGE_ROWS = 200
const MOST_PAGES = 100
const MOST_AT_ONCE = 3
/** Dragging a scrollbar over millions of rows asks for the rows where it stops, not for all it passes; and a page that came too old is not asked for at once. */
const RESTS_MS = 90

// Safe: the mark exists for the compiler only.
const ABSENT = { state: 'absent' } as AbsentLine
/** For cells that are a new row whatever the table holds. */
export const NEW_ROW: KnownLine = ABSENT
const UNKNOWN: Line = { state: 'unknown' }

export function openRowPages(read: PageReader) {
  const pages = holdPages(MOST_PAGES)
  const underWay = new Map<number, AbortController>()
  let closing = new AbortController()
  const listeners = new Set<() => void>()
  let wanted: readonly number[] = [0]
  /** Pages that could not be read. They are not asked for again until they are needed again. */
  const failures = new Map<number, unknown>()
  let isCounting = false
  let stamp = 0
  let resting: ReturnType<typeof setTimeout> | undefined

  const report = () => {
    stamp++
    for (const heard of listeners) heard()
  }

  /** Fetches what is wanted and not there, nearest first. */
  const pump = () => {
    for (const page of wanted) {
      if (underWay.size >= MOST_AT_ONCE) return
      if (!pages.isFresh(page) && !underWay.has(page) && !failures.has(page)) void fetchPage(page)
    }
  }
  const pumpAfterRest = () => {
    clearTimeout(resting)
    resting = setTimeout(pump, RESTS_MS)
  }

  const fetchPage = async (page: number) => {
    const leaving = new AbortController()
    underWay.set(page, leaving)
    const isCounted = pages.held() === null || (!isCounting && !pages.isCountFresh())
    if (isCounted) isCounting = true
    try {
      await readPage(page, isCounted, leaving.signal)
    } catch (error) {
      if (leaving.signal.aborted) return
      failures.set(page, error)
      report()
    } finally {
      if (isCounted) isCounting = false
      if (underWay.get(page) === leaving) underWay.delete(page)
      if (!leaving.signal.aborted) {
        if (pages.isFresh(page)) pump()
        else pumpAfterRest()
      }
    }
  }

  const readPage = async (page: number, isCounted: boolean, signal: AbortSignal) => {
    const asked = pages.moment()
    const answer = await read({ offset: page * PAGE_ROWS, limit: PAGE_ROWS, isCounted, signal })
    pages.accept(page, answer, asked, (each) => wanted.includes(each))
    // An answer that is outdated already leaves the failure of a later reading standing.
    if (pages.isFresh(page)) failures.delete(page)
    report()
  }

  /** Gives up what is no longer looked at; true when there was something. */
  const leaveOthers = () => {
    const before = underWay.size
    for (const [page, leaving] of underWay) {
      if (wanted.includes(page) || pages.held() === null) continue
      underWay.delete(page)
      leaving.abort()
    }
    return underWay.size < before
  }

  const rowAt = (index: number): LoadedRow | undefined =>
    pages.rowsOf(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS]

  const lineAt = (index: number): Line => {
    const row = rowAt(index)
    if (row) return { state: 'loaded', row }
    const held = pages.held()
    return held && index >= held.rowCount ? ABSENT : UNKNOWN
  }

  /** Reads for itself and not for the view, so that scrolling and refreshing do not break it off. */
  const readLine = async (index: number): Promise<KnownLine> => {
    const page = Math.floor(index / PAGE_ROWS)
    // A page that ends early is read a second time with the count, which says whether the table ends there, too.
    for (const isCounted of [pages.held() === null, true]) {
      const line = lineAt(index)
      if (line.state !== 'unknown') return line
      await readPage(page, isCounted, closing.signal)
      pump()
    }
    const line = lineAt(index)
    if (line.state === 'unknown') throw new Error(`line ${index + 1} cannot be read`)
    return line
  }

  return {
    listen: (heard: () => void) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    /** Another number after every change. */
    stamp: () => stamp,
    held: pages.held,
    /** Why a page that is looked at could not be read. */
    failure: () => wanted.map((page) => failures.get(page)).find((error) => error !== undefined) ?? null,
    rowAt,
    lineAt,

    /**
     * Says which rows are drawn: those from `first` to `last`, and `focused`, which is drawn wherever the view is. All of them are kept
     * as the table has them; what is no longer drawn is not waited for.
     */
    want: (first: number, last: number, focused = first) => {
      const pageOf = (line: number) => Math.floor(Math.max(0, line) / PAGE_ROWS)
      const from = pageOf(first)
      const before = wanted
      const inView = Array.from({ length: pageOf(last) - from + 1 }, (_, n) => from + n)
      wanted = inView.includes(pageOf(focused)) ? inView : [...inView, pageOf(focused)]
      for (const page of wanted) if (!before.includes(page)) failures.delete(page)
      clearTimeout(resting)
      if (leaveOthers()) pumpAfterRest()
      else pump()
    },

    /** What is at these lines, also at those out of view. Rejects as soon as one cannot be read. */
    load: async (lines: Iterable<number>): Promise<Map<number, KnownLine>> => {
      const known = new Map<number, KnownLine>()
      for (const index of lines) known.set(index, await readLine(index))
      return known
    },

    /** Reads again what is looked at; it is shown as it was until the new rows are there. */
    refresh: () => {
      pages.expire()
      isCounting = false
      failures.clear()
      for (const leaving of underWay.values()) leaving.abort()
      underWay.clear()
      pump()
    },

    /** The table is known to have reached a version: what is older is read again. */
    announce: (version: number) => {
      pages.announce(version)
      pump()
    },

    /** Puts rows as they were read in the place of what they were. */
    replace: (rows: readonly LoadedRow[]) => {
      pages.replace(rows)
      pump()
      report()
    },

    /** The same with the rows that a write of ours answered with, which made a version of the table. */
    commit: (rows: readonly LoadedRow[], version: number) => {
      pages.commit(version)
      pages.replace(rows)
      pump()
      report()
    },

    /** Where a row stands among those that are here; null when it is not. */
    lineOf: (rowId: number): number | null => {
      for (const [page, { rows }] of pages.all()) {
        const place = rows.findIndex((row) => row.rowId === rowId)
        if (place >= 0) return page * PAGE_ROWS + place
      }
      return null
    },

    rowById: (rowId: number): LoadedRow | undefined => {
      for (const [, { rows }] of pages.all()) {
        const found = rows.find((row) => row.rowId === rowId)
        if (found) return found
      }
      return undefined
    },

    close: () => {
      wanted = []
      clearTimeout(resting)
      closing.abort()
      closing = new AbortController()
      for (const leaving of underWay.values()) leaving.abort()
      underWay.clear()
    },
  }
}
