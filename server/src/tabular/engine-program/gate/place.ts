export type Place = { line: number; column: number }

const ASCII_ONLY = /^[\0-\x7f]*$/

/** Quoted parts and comments are kept whole; what is left of the alternatives are spaces other than the ASCII one. */
const SPACES_OUTSIDE_QUOTES =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|[\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]/g

/** Where the byte lies that DuckDB points at. */
export function placeOf(sql: string, at: number | undefined): Place | undefined {
  if (at === undefined || at < 0) return undefined
  if (ASCII_ONLY.test(sql)) return at <= sql.length ? placeAfter(sql.slice(0, at)) : undefined

  const bytes = Buffer.from(withAsciiSpaces(sql))
  return at <= bytes.length ? placeAfter(bytes.subarray(0, at).toString()) : undefined
}

/** DuckDB first turns every other space into one byte, so its positions are those of this text; the characters stay as many. */
export function withAsciiSpaces(sql: string): string {
  return sql.replace(SPACES_OUTSIDE_QUOTES, (found) => (found.length === 1 ? ' ' : found))
}

function placeAfter(before: string): Place {
  const lines = before.split('\n')
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}
