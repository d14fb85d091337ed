import type { GridColumn, LoadedRow, ReadPage } from './read-page.ts'

/** Where a reading stands among others: `version` of the table when it was read, `asked` the moment of `HeldPages.moment`. */
type Reading = { version: number; asked: number }
type Page = Reading & { rows: readonly LoadedRow[] }
export type Held = { columns: readonly GridColumn[]; rowCount: number; version: number }

export type HeldPages = ReturnType<typeof holdPages>

/**
 * The pages of a table that are here, and how new each of them is. Nothing is taken over something newer, in whatever order
 * answers come: every page knows the version it was read at, and it is fresh only at the newest version the table is known to have.
 */
export function holdPages(most: number) {
  const pages = new Map<number, Page>()
  let columns: readonly GridColumn[] = []
  let count: (Reading & { rows: number }) | null = null
  let known = 0
  let moment = 0
  let held: Held | null = null

  const isFresh = (reading: Reading | null | undefined) => reading?.asked === moment && reading.version >= known
  /** A write of ours takes what was whole before it to its version; where another came between, that has to be read. */
  const carried = <R extends Reading>(reading: R, version: number): R =>
    reading.version === version - 1 ? { ...reading, version } : reading

  /** The same thing until something changes, so that nothing is redrawn for it. */
  const note = () => {
    held = count && { columns, rowCount: count.rows, version: known }
  }

  const keepCount = (answer: ReadPage, asked: number) => {
    if (answer.rowCount !== null && !(count && isNewer(count, { version: answer.version, asked })))
      count = { rows: answer.rowCount, version: answer.version, asked }
    // A guessed count would take rows for lines behind the end.
    if (count === null) throw new Error('the first page came without a count')
  }

  return {
    /** When a reading begins; what is asked before `expire` is not fresh after it. */
    moment: () => moment,
    isFresh: (page: number) => isFresh(pages.get(page)),
    isCountFresh: () => isFresh(count),
    held: () => held,
    rowsOf: (page: number) => pages.get(page)?.rows,
    all: () => pages.entries(),

    /** Takes an answer; rows that are known to be newer stay. */
    accept: (page: number, answer: ReadPage, asked: number, isWanted: (page: number) => boolean) => {
      keepCount(answer, asked)
      const before = pages.get(page)
      const reading = { version: answer.version, asked }
      if (!before || !isNewer(before, reading)) {
        pages.delete(page)
        pages.set(page, { ...reading, rows: withNewer(answer.rows, before?.rows ?? []) })
      }
      if (answer.version >= known && !isAlike(columns, answer.columns)) columns = answer.columns
      known = Math.max(known, answer.version)
      for (const oldest of pages.keys()) {
        if (pages.size <= most) break
        if (!isWanted(oldest)) pages.delete(oldest)
      }
      note()
    },

    /** The table has reached this version: what was read before it is outdated. */
    announce: (version: number) => {
      known = Math.max(known, version)
      note()
    },

    /** Rows as they stood at their versions. */
    replace: (rows: readonly LoadedRow[]) => {
      for (const page of pages.values()) page.rows = withNewer(page.rows, rows)
      known = Math.max(known, ...rows.map(({ version }) => version))
      note()
    },

    /** A write of ours made this version, and nothing else changed in it. */
    commit: (version: number) => {
      for (const [page, reading] of pages) pages.set(page, carried(reading, version))
      count = count && carried(count, version)
      known = Math.max(known, version)
      note()
    },

    /** Something may have changed, and no version says what: only what is asked from now on counts. */
    expire: () => {
      moment++
    },
  }
}

const isNewer = (one: Reading, other: Reading) =>
  one.version > other.version || (one.version === other.version && one.asked > other.asked)

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
