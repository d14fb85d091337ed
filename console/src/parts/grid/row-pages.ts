import type { Cell } from '@bindery-data/sdk'

/** A row as it stood at a version of its table; rows of a result have no id. */
export type LoadedRow = { rowId: number | null; cells: Readonly<Record<string, Cell>>; version: number }

/** `format`: how its values are shown, as a spreadsheet writes formats. `unit`: what its numbers count. */
export type GridColumn = {
  name: string
  type: string
  masked: boolean
  description?: string | null
  format?: string | null
  unit?: string | undefined
}

export type ReadPage = {
  rows: readonly LoadedRow[]
  columns: readonly GridColumn[]
  /** Null when it was not asked for. */
  rowCount: number | null
  version: number
}

/** Reads `limit` rows from `offset` on; rows are counted once for each question, for that may cost more than the page. */
export type PageReader = (page: {
  offset: number
  limit: number
  isCounted: boolean
  signal: AbortSignal
}) => Promise<ReadPage>

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
/** Dragging a scrollbar over millions of rows asks for the rows where it stops, not for all it passes. */
const RESTS_MS = 90
/** Of no generation: shown until it is read again. */
const OUTDATED = -1

// Safe: the mark exists for the compiler only.
const ABSENT = { state: 'absent' } as AbsentLine
/** For cells that are a new row whatever the table holds. */
export const NEW_ROW: KnownLine = ABSENT
const UNKNOWN: Line = { state: 'unknown' }

type Page = { rows: readonly LoadedRow[]; generation: number }
type Held = { columns: readonly GridColumn[]; rowCount: number; version: number }

export function openRowPages(read: PageReader) {
  const pages = new Map<number, Page>()
  const underWay = new Map<number, AbortController>()
  let closing = new AbortController()
  const listeners = new Set<() => void>()
  let wanted: readonly number[] = [0]
  let held: Held | null = null
  /** Pages that could not be read. They are not asked for again until they are needed again. */
  const failures = new Map<number, unknown>()
  let generation = 0
  let isCounted = false
  let stamp = 0
  let resting: ReturnType<typeof setTimeout> | undefined

  const tell = () => {
    stamp++
    for (const heard of listeners) heard()
  }
  const isFresh = (page: number) => pages.get(page)?.generation === generation

  /** Fetches what is wanted and not there, nearest first. */
  const pump = () => {
    for (const page of wanted) {
      if (underWay.size >= MOST_AT_ONCE) return
      if (!isFresh(page) && !underWay.has(page) && !failures.has(page)) void fetchPage(page)
    }
  }

  const fetchPage = async (page: number) => {
    const leaving = new AbortController()
    underWay.set(page, leaving)
    const asked = { generation, isCounted: !isCounted || held === null }
    isCounted = true
    try {
      const place = { offset: page * PAGE_ROWS, limit: PAGE_ROWS, isCounted: asked.isCounted }
      const answer = await read({ ...place, signal: leaving.signal })
      accept(page, answer, asked.generation)
    } catch (error) {
      if (asked.isCounted) isCounted = false
      if (leaving.signal.aborted) return
      failures.set(page, error)
      tell()
    } finally {
      if (underWay.get(page) === leaving) underWay.delete(page)
      if (!leaving.signal.aborted) pump()
    }
  }

  const accept = (page: number, answer: ReadPage, asked: number) => {
    failures.delete(page)
    const before = pages.get(page)
    pages.delete(page)
    // An answer that was on its way while rows were written is older than they are: they stay, and it is asked again.
    const isLate = held !== null && answer.version < held.version
    const rows = isLate ? withNewer(answer.rows, before?.rows ?? []) : answer.rows
    pages.set(page, { rows, generation: isLate ? OUTDATED : asked })
    const rowCount = isLate ? held?.rowCount : (answer.rowCount ?? held?.rowCount)
    // A guessed count would take rows for lines behind the end.
    if (rowCount === undefined) throw new Error('the first page came without a count')
    const columns = held && isAlike(held.columns, answer.columns) ? held.columns : answer.columns
    held = { columns, rowCount, version: Math.max(held?.version ?? 0, answer.version) }
    dropOldest()
    tell()
  }

  const dropOldest = () => {
    for (const oldest of pages.keys()) {
      if (pages.size <= MOST_PAGES) break
      if (!wanted.includes(oldest)) pages.delete(oldest)
    }
  }

  /** Gives up what is no longer looked at; true when there was something. */
  const leaveOthers = () => {
    const before = underWay.size
    for (const [page, leaving] of underWay) {
      if (wanted.includes(page) || held === null) continue
      underWay.delete(page)
      leaving.abort()
    }
    return underWay.size < before
  }

  const rowAt = (index: number): LoadedRow | undefined =>
    pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS]

  const lineAt = (index: number): Line => {
    const row = rowAt(index)
    if (row) return { state: 'loaded', row }
    return held && index >= held.rowCount ? ABSENT : UNKNOWN
  }

  /** Reads for itself and not for the view, so that scrolling and refreshing do not break it off. */
  const readLine = async (index: number): Promise<KnownLine> => {
    const page = Math.floor(index / PAGE_ROWS)
    // A page that ends early is read a second time with the count, which says whether the table ends there, too.
    for (const isCounted of [held === null, true]) {
      const line = lineAt(index)
      if (line.state !== 'unknown') return line
      const asked = generation
      const place = { offset: page * PAGE_ROWS, limit: PAGE_ROWS, isCounted }
      accept(page, await read({ ...place, signal: closing.signal }), asked)
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
    held: () => held,
    /** Why a page that is looked at could not be read. */
    failure: () => wanted.map((page) => failures.get(page)).find((error) => error !== undefined) ?? null,
    rowAt,
    lineAt,

    /** Says which rows are looked at. What is no longer looked at is not waited for. */
    want: (first: number, last: number) => {
      const [from, to] = [Math.floor(Math.max(0, first) / PAGE_ROWS), Math.floor(Math.max(0, last) / PAGE_ROWS)]
      const before = wanted
      wanted = Array.from({ length: to - from + 1 }, (_, n) => from + n)
      for (const page of wanted) if (!before.includes(page)) failures.delete(page)
      clearTimeout(resting)
      resting = leaveOthers() ? setTimeout(pump, RESTS_MS) : undefined
      if (resting === undefined) pump()
    },

    /** What is at these lines, also at those out of view. Rejects as soon as one cannot be read. */
    load: async (lines: Iterable<number>): Promise<Map<number, KnownLine>> => {
      const known = new Map<number, KnownLine>()
      for (const index of lines) known.set(index, await readLine(index))
      return known
    },

    /** Reads again what is looked at; it is shown as it was until the new rows are there. */
    refresh: () => {
      generation++
      isCounted = false
      failures.clear()
      for (const leaving of underWay.values()) leaving.abort()
      underWay.clear()
      pump()
    },

    /** Puts rows that a write has answered with in the place of what they were. */
    replace: (rows: readonly LoadedRow[]) => {
      for (const page of pages.values()) page.rows = withNewer(page.rows, rows)
      if (held) held = { ...held, version: Math.max(held.version, ...rows.map(({ version }) => version)) }
      tell()
    },

    /** Where a row stands among those that are here; null when it is not. */
    lineOf: (rowId: number): number | null => {
      for (const [page, { rows }] of pages) {
        const place = rows.findIndex((row) => row.rowId === rowId)
        if (place >= 0) return page * PAGE_ROWS + place
      }
      return null
    },

    rowById: (rowId: number): LoadedRow | undefined => {
      for (const page of pages.values()) {
        const found = page.rows.find((row) => row.rowId === rowId)
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

/** Rows as they were read, but not older than they are known. */
function withNewer(read: readonly LoadedRow[], known: readonly LoadedRow[]): readonly LoadedRow[] {
  const byId = new Map(known.map((row) => [row.rowId, row]))
  return read.map((row) => {
    const other = byId.get(row.rowId)
    return other && other.version > row.version ? other : row
  })
}

/** Columns that stayed as they were stay the same thing, so that nothing is redrawn for them. */
const isAlike = (before: readonly GridColumn[], now: readonly GridColumn[]) =>
  JSON.stringify(before) === JSON.stringify(now)
