/** Whether each cell of a row is there. */
export type Presence = readonly boolean[]

/** A sparse list has more rows of one cell than this seldom. */
const SELDOM = 0.02

/**
 * Whether rows with a single cell are no more than a sparse list has anyway: where a quarter of all fields is empty, some
 * records of three fields have only one. Such a row heads nothing and continues nothing. Of two fields either may
 * be missing; there a heading opens the table.
 */
export function areLoneByChance(rows: readonly Presence[]): boolean {
  const counts = rows.map((row) => row.filter(Boolean).length)
  const records = rows.filter((_, n) => (counts[n] ?? 0) > 1)
  const width = rows[0]?.length ?? 0
  if (width < 3) return counts[0] !== 1
  if (records.length === 0) return false
  const shares = Array.from(
    { length: width },
    (_, column) => records.filter((row) => !row[column]).length / records.length,
  )
  const alone = shares.map((share, n) =>
    shares.reduce((product, other, m) => (m === n ? product : product * other), 1 - share),
  )
  const expected = rows.length * alone.reduce((sum, each) => sum + each, 0)
  return counts.filter((count) => count === 1).length <= mostOf(expected)
}

/** The most events that a Poisson distribution of this mean has, but for a few times in a hundred. */
function mostOf(mean: number): number {
  let chance = Math.exp(-mean)
  let below = chance
  let most = 0
  while (below < 1 - SELDOM) {
    most++
    chance *= mean / most
    below += chance
  }
  return most
}
