/**
 * Where the values of a table stood in its sheet. Tables are read in straight lines, so the rows and columns of their cells
 * are kept as runs of equal steps: a list of a million rows takes a few numbers.
 */
export type CellOrigins = {
  tracks: readonly Track[]
  /** For each column of the table the tracks of its rows and of its columns. */
  columns: readonly { rows: number; columns: number }[]
  /** Cells of the sheet whose values were computed and not saved with the file: column, first row, last row, and so on. */
  computed?: readonly number[]
  /**
   * Values that stand in another cell, which is merged over theirs: the column of the table, its first and last row, then the row and
   * the column of that cell, and so on. Tracks have their own cells, so that rows are found again by where they stood.
   */
  filled?: readonly number[]
  /**
   * Values that their cell does not hold as they are: put together of several cells, of which the tracks have the first, or taken out
   * of a longer text. The column of the table, its first and last row, and so on.
   */
  reworded?: readonly number[]
}

/** The first number, then steps and how often each is taken: `[4, 1, 9]` is 4 to 13. Empty: nothing. */
export type Track = readonly number[]

export type CellPosition = { row: number; column: number }

/** The place of a value that no single cell holds. */
const NOWHERE = -1

/** Gathers one track, number by number. */
export function createTrack() {
  const track: number[] = []
  let last = NOWHERE
  return {
    add(number: number) {
      const step = number - last
      last = number
      if (track.length === 0) track.push(number)
      else if (track.length > 1 && track.at(-2) === step) track[track.length - 1] = (track.at(-1) ?? 0) + 1
      else track.push(step, 1)
    },
    finish: (): Track => track,
  }
}

/** Gathers the places of a column's values, from the first row down. */
export function createColumnOrigin() {
  const rows = createTrack()
  const columns = createTrack()
  return {
    add(place: CellPosition | null) {
      rows.add(place?.row ?? NOWHERE)
      columns.add(place?.column ?? NOWHERE)
    },
    finish: () => ({ rows: rows.finish(), columns: columns.finish() }),
  }
}

/** Equal tracks are kept once: the columns of a list all have the same rows. */
export function packOrigins(columns: readonly { rows: Track; columns: Track }[]): CellOrigins {
  const places = new Map<string, number>()
  const tracks: Track[] = []
  const placeOf = (track: Track) => {
    const spelled = track.join()
    const known = places.get(spelled)
    if (known !== undefined) return known
    places.set(spelled, tracks.length)
    return tracks.push(track) - 1
  }
  return { columns: columns.map((one) => ({ rows: placeOf(one.rows), columns: placeOf(one.columns) })), tracks }
}

/** Columns that all were read from these rows, each from one column of the sheet. */
export function originsOfRows(rows: Track, rowCount: number, columns: readonly number[]): CellOrigins {
  const still = (column: number): Track => (rowCount > 1 ? [column, 0, rowCount - 1] : [column])
  return packOrigins(columns.map((column) => ({ rows, columns: still(column) })))
}

export const NO_ORIGINS: CellOrigins = { tracks: [], columns: [] }

/** The origins of other columns: for each the column it is in these; null: its values stand nowhere. */
export function alignedOrigins(
  { tracks, columns, computed, filled, reworded }: CellOrigins,
  places: readonly (number | null)[],
): CellOrigins {
  const nowhere = { rows: tracks.length, columns: tracks.length }
  return {
    tracks: [...tracks, []],
    columns: places.map((place) => (place === null ? nowhere : (columns[place] ?? nowhere))),
    ...(computed ? { computed } : {}),
    ...(filled ? { filled: moved(filled, 5, places) } : {}),
    ...(reworded ? { reworded: moved(reworded, 3, places) } : {}),
  }
}

/** The origins of some rows alone, which follow each other. */
export function slicedOrigins(
  { tracks, filled, reworded, ...rest }: CellOrigins,
  from: number,
  count: number,
): CellOrigins {
  return {
    ...rest,
    tracks: tracks.map((track) => slicedTrack(track, from, count)),
    ...(filled ? { filled: slicedRuns(filled, 5, from, count) } : {}),
    ...(reworded ? { reworded: slicedRuns(reworded, 3, from, count) } : {}),
  }
}

function slicedTrack(track: Track, from: number, count: number): Track {
  if (track.length === 0 || count === 0) return []
  const sliced = [numberAt(track, from)]
  let [skipped, left] = [from, count - 1]
  for (let n = 1; n < track.length && left > 0; n += 2) {
    const times = track[n + 1] ?? 0
    const taken = Math.min(left, Math.max(0, times - skipped))
    skipped = Math.max(0, skipped - times)
    if (taken > 0) sliced.push(track[n] ?? 0, taken)
    left -= taken
  }
  return sliced
}

/** Entries of so many numbers, each led by its column and its first and last row. */
function slicedRuns(entries: readonly number[], size: number, from: number, count: number): number[] {
  const found: number[] = []
  for (let n = 0; n < entries.length; n += size) {
    const [column = 0, first = 0, last = -1, ...rest] = entries.slice(n, n + size)
    const [start, end] = [Math.max(first - from, 0), Math.min(last - from, count - 1)]
    if (start <= end) found.push(column, start, end, ...rest)
  }
  return found
}

/** Entries of so many numbers, each led by its column, under the columns that stand there now. */
function moved(entries: readonly number[], size: number, places: readonly (number | null)[]): number[] {
  const found: number[] = []
  for (let n = 0; n < entries.length; n += size) {
    const [, ...rest] = entries.slice(n, n + size)
    for (const [column, place] of places.entries()) if (place === entries[n]) found.push(column, ...rest)
  }
  return found
}

/**
 * For each row of a table where it stood: its row of the sheet, or, where its values are of several rows, all of their cells. Two
 * rows of a sheet never stood in the same place.
 */
export function rowPlaces({ columns, tracks }: CellOrigins, rowCount: number): string[] {
  const numbers = tracks.map((track) => expanded(track, rowCount))
  return Array.from({ length: rowCount }, (_, n) => {
    const cells = columns.flatMap((column): [number, number][] => {
      const [row = NOWHERE, at = NOWHERE] = [numbers[column.rows]?.[n], numbers[column.columns]?.[n]]
      return row < 0 || at < 0 ? [] : [[row, at]]
    })
    const rows = new Set(cells.map(([row]) => row))
    return rows.size === 1 ? [...rows].join() : [...new Set(cells.map((cell) => cell.join(':')))].join()
  })
}

/** Visits every value of a table that stood in a cell: where that was, and the column and row of the table it is in now. */
export function eachPlace(
  { columns, tracks }: CellOrigins,
  rowCount: number,
  visit: (place: CellPosition, column: number, row: number) => void,
) {
  const numbers = tracks.map((track) => expanded(track, rowCount))
  for (const [n, at] of columns.entries())
    for (let row = 0; row < rowCount; row++) {
      const place = { row: numbers[at.rows]?.[row] ?? NOWHERE, column: numbers[at.columns]?.[row] ?? NOWHERE }
      if (place.row >= 0 && place.column >= 0) visit(place, n, row)
    }
}

function expanded([first = NOWHERE, ...steps]: Track, rowCount: number): Int32Array {
  const numbers = new Int32Array(rowCount).fill(NOWHERE)
  let [number, at] = [first, 0]
  if (rowCount > 0) numbers[at++] = number
  for (let n = 0; n < steps.length; n += 2)
    for (let taken = 0; taken < (steps[n + 1] ?? 0) && at < rowCount; taken++) {
      number += steps[n] ?? 0
      numbers[at++] = number
    }
  return numbers
}

/** The rows and columns of the sheet between which the values of a column stood; null where none did. */
export function extentOf(
  { columns, tracks }: CellOrigins,
  column: number,
): { first: CellPosition; last: CellPosition } | null {
  const place = columns[column]
  const [rows, across] = [ends(tracks[place?.rows ?? -1]), ends(tracks[place?.columns ?? -1])]
  if (!rows || !across) return null
  return { first: { row: rows.least, column: across.least }, last: { row: rows.most, column: across.most } }
}

/** Between two ends of a run numbers only rise, or only fall. */
function ends([first = NOWHERE, ...steps]: Track = []): { least: number; most: number } | null {
  let number = first
  const seen = [number]
  for (let n = 0; n < steps.length; n += 2) {
    const step = steps[n] ?? 0
    seen.push(number + step)
    number += step * (steps[n + 1] ?? 0)
    seen.push(number)
  }
  let [least, most] = [Number.POSITIVE_INFINITY, NOWHERE]
  for (const each of seen) {
    if (each < 0) continue
    least = Math.min(least, each)
    most = Math.max(most, each)
  }
  return most < 0 ? null : { least, most }
}

/** Where the value in this row of a column stood, rows counting from 0. */
export function originAt({ columns, tracks }: CellOrigins, column: number, row: number): CellPosition | null {
  const place = columns[column]
  if (!place) return null
  const at = { row: numberAt(tracks[place.rows], row), column: numberAt(tracks[place.columns], row) }
  return at.row < 0 || at.column < 0 ? null : at
}

function numberAt(track: Track = [], place: number): number {
  let number = track[0] ?? NOWHERE
  let left = place
  for (let n = 1; n < track.length && left > 0; n += 2) {
    const taken = Math.min(left, track[n + 1] ?? 0)
    number += (track[n] ?? 0) * taken
    left -= taken
  }
  return left > 0 ? NOWHERE : number
}

/** The cell that holds the value in this row of a column: its own, or the one that is merged over it. */
export function holdingCell(origins: CellOrigins, column: number, row: number): CellPosition | null {
  const { filled = [] } = origins
  for (let n = 0; n < filled.length; n += 5)
    if (filled[n] === column && (filled[n + 1] ?? 0) <= row && row <= (filled[n + 2] ?? -1))
      return { row: filled[n + 3] ?? NOWHERE, column: filled[n + 4] ?? NOWHERE }
  return originAt(origins, column, row)
}

/** Whether the cell does not hold the value as it is. */
export function isRewordedAt({ reworded = [] }: CellOrigins, column: number, row: number): boolean {
  for (let n = 0; n < reworded.length; n += 3)
    if (reworded[n] === column && (reworded[n + 1] ?? 0) <= row && row <= (reworded[n + 2] ?? -1)) return true
  return false
}

/** Whether the value of this cell was computed and not saved with the file. */
export function isComputedAt({ computed = [] }: CellOrigins, { row, column }: CellPosition): boolean {
  for (let n = 0; n < computed.length; n += 3)
    if (computed[n] === column && (computed[n + 1] ?? 0) <= row && row <= (computed[n + 2] ?? -1)) return true
  return false
}
