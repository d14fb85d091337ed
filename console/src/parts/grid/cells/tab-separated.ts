/** Reads what Excel and others put on the clipboard: cells between tabs, rows between line ends, quotes around cells that have such. */
export function readTabSeparated(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at < text.length) {
    const { cell, next } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at)
    rows.at(-1)?.push(cell)
    const lineEnd = text.startsWith('\r\n', next) ? 2 : text[next] === '\n' || text[next] === '\r' ? 1 : 0
    // A line end after the last row begins none.
    if (lineEnd > 0 && next + lineEnd < text.length) rows.push([])
    if (text[next] === '\t' && next + 1 === text.length) rows.at(-1)?.push('')
    at = next + Math.max(1, lineEnd)
  }
  return rows
}

function plainCell(text: string, from: number) {
  let next = from
  while (next < text.length && text[next] !== '\t' && text[next] !== '\n' && text[next] !== '\r') next++
  return { cell: text.slice(from, next), next }
}

const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y

/** A quote that is not closed before a tab or a line end was a quote of the text itself. */
function quotedCell(text: string, from: number) {
  QUOTED.lastIndex = from
  const found = QUOTED.exec(text)
  if (!found) return plainCell(text, from)
  return { cell: (found[1] ?? '').replaceAll('""', '"'), next: QUOTED.lastIndex }
}

export const writeTabSeparated = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(inQuotesIfNeeded).join('\t')).join('\n')

const inQuotesIfNeeded = (cell: string) => (/[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
