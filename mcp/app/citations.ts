import type { SheetLink } from './grid-answer.ts'

const FIRST_CELL = /^\$?[A-Z]{1,3}\$?\d+/

/**
 * Where a citation (`sales.xlsx Q1!C2:C9 (8 cells)`) opens the console: at its first cell. The answer has one address for each sheet,
 * in which another cell may be put.
 */
export function addressOf(citation: string, links: readonly SheetLink[]): string | null {
  const place = citation.replace(/^made from /, '')
  for (const { source, sheet, link } of links) {
    if (!place.startsWith(`${source} `)) continue
    const inFile = place.slice(source.length + 1).replace(/^\(edition \d+\) /, '')
    const [cell] = inFile.startsWith(`${sheet}!`) ? (FIRST_CELL.exec(inFile.slice(sheet.length + 1)) ?? []) : []
    if (cell !== undefined) return withCell(link, cell)
  }
  return null
}

function withCell(link: string, cell: string): string | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  if (!/^https?:$/.test(url.protocol)) return null
  url.searchParams.set('cell', cell)
  return url.href
}
