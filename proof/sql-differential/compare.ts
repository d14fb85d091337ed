import type { Answer, Cell } from './answers.ts'

/** What differs between an answer and the one of DuckDB alone, in words; undefined when nothing does. */
export function difference(expected: Answer, actual: Answer, isOrdered: boolean): string | undefined {
  if (expected.types.join() !== actual.types.join()) return `types ${actual.types} instead of ${expected.types}`
  const isClear = new Set(expected.names).size === expected.names.length
  if (isClear && expected.names.join() !== actual.names.join())
    return `names ${actual.names} instead of ${expected.names}`
  if (expected.rows.length !== actual.rows.length)
    return `${actual.rows.length} rows instead of ${expected.rows.length}`
  const [wanted, found] = [lines(expected, isOrdered), lines(actual, isOrdered)]
  const n = wanted.findIndex((line, at) => line !== found[at])
  return n < 0 ? undefined : `row ${n} is ${found[n]} instead of ${wanted[n]}`
}

function lines({ rows }: Answer, isOrdered: boolean): string[] {
  const written = rows.map((row) => JSON.stringify(row))
  return isOrdered ? written : written.sort()
}

/** JSON has no word for infinity, and one for both kinds of null. */
export function asJsonSays({ names, types, rows }: Answer): Answer {
  const asJson = (cell: Cell, type: string | undefined) =>
    (type === 'DOUBLE' && cell !== null && !Number.isFinite(Number(cell))) || (type === 'JSON' && cell === 'null')
      ? null
      : cell
  return { names, types, rows: rows.map((row) => row.map((cell, n) => asJson(cell, types[n]))) }
}
