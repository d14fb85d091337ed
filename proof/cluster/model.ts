import type { Call } from '../../server/test/client.ts'
import { makeTables, ROWS, type Track } from '../lib/race-tables.ts'

/** What a client read of a table. The version is null where the answer does not state it. */
export type Sight = {
  what: string
  /** The newest version that was acknowledged before the read began. */
  floor: number
  version: number | null
  /** All values in the order of their rows, or the largest of them. */
  shown: readonly number[] | number | null
  /** When it was shown. */
  at: string
}

/** A table whose every version is known: all its writes are recorded here. */
export type WatchedTable = Track & {
  base: number
  /** The newest version that a writer got as the result of its edit. */
  acknowledged: number
  sights: Sight[]
  /** Values that the service said it did not write. */
  refused: Set<number>
}

/** A table made from a watched one, which shows some version of it. */
export type Copy = {
  watched: WatchedTable
  path: string
  /** The newest version of the watched table that a finished run must have seen. */
  remade: number
  /** A recompute of it is running; two at once would block each other. */
  isRemaking: boolean
}

/** A file that was sent in, and what its table must hold. */
export type Uploaded = { path: string; values: readonly number[] }

export type Model = {
  workbookId: string
  at: string
  watchedTables: readonly WatchedTable[]
  copy: Copy
  uploaded: Uploaded[]
  /** Jobs that were accepted, each with what is there once it has succeeded. */
  jobs: Map<string, Uploaded>
}

/** One workbook with its tables, and a table that copies the first of them. */
export async function makeModel(call: Call): Promise<Model> {
  const { workbookId, tracks } = await makeTables(call)
  const at = `/api/v1/workbooks/${workbookId}`
  const watchedTables = tracks.map(
    (track): WatchedTable => ({
      ...track,
      base: track.current,
      acknowledged: track.current,
      sights: [],
      refused: new Set(),
    }),
  )
  const [watched] = watchedTables
  if (!watched) throw new Error('impossible: a workbook without a table')
  const made = await call('POST', `${at}/transforms`, {
    name: 'copy',
    code: 'SELECT __svc_row_id AS place, value FROM {{ watched }}',
    args: { watched: watched.name },
  })
  if (made.status !== 201) throw new Error(`no transform was made: ${JSON.stringify(made.body)}`)
  const copy = { watched, path: `${at}/tables/copy/rows`, remade: watched.current, isRemaking: false }
  return { workbookId, at, watchedTables, copy, uploaded: [], jobs: new Map() }
}

export type Judgement = {
  /** What no version explains that is new enough. */
  wrong: (Sight & { table: string; known: readonly number[] | undefined })[]
  /** Sights that show a later version than they tell. */
  newer: number
}

/** Compares what was shown with what the table was at each version: every value was written once, so each version differs. */
export function judgeSights(watched: WatchedTable): Judgement {
  const states = statesOf(watched)
  const judgement: Judgement = { wrong: [], newer: 0 }
  for (const sight of watched.sights) {
    const least = Math.max(sight.floor, sight.version ?? 0)
    const explained = states.findIndex((values, version) => version >= least && isShown(values, sight.shown))
    if (explained < 0 || !states[least])
      judgement.wrong.push({ ...sight, table: watched.name, known: states[sight.version ?? least] })
    else if (sight.version !== null && explained !== sight.version) judgement.newer += 1
  }
  return judgement
}

/** All values by version; empty before the first, and for versions that were never acknowledged. */
function statesOf({ base, wins }: WatchedTable): (readonly number[])[] {
  const states: (readonly number[])[] = []
  let values = new Array<number>(ROWS).fill(0)
  states[base] = values
  for (const { version, rowId, value } of wins.toSorted((a, b) => a.version - b.version)) {
    values = values.with(rowId - 1, value)
    states[version] = values
  }
  return states
}

/** A version that was never acknowledged explains nothing. */
function isShown(values: readonly number[] | undefined, shown: Sight['shown']): boolean {
  if (!values) return false
  if (shown === null) return true
  if (typeof shown === 'number') return shown === Math.max(...values)
  return shown.length === values.length && shown.every((value, n) => value === values[n])
}
