export type RowsToAppend<R> = Iterable<R> | AsyncIterable<R>

/** What one write takes at most, with room for what stands around its rows. */
const PORTION_ROWS = 5_000
const PORTION_CHARACTERS = 4_000_000

/** Rows in portions that a write takes: not too many, and not too long as JSON even where every character takes two bytes. */
export async function* inPortions<R>(rows: RowsToAppend<R>): AsyncGenerator<R[]> {
  let portion: R[] = []
  let characters = 0
  for await (const row of rows) {
    const length = JSON.stringify(row).length
    if (portion.length === PORTION_ROWS || (portion.length > 0 && characters + length > PORTION_CHARACTERS)) {
      yield portion
      portion = []
      characters = 0
    }
    portion.push(row)
    characters += length
  }
  if (portion.length > 0) yield portion
}
