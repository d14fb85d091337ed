import { Type } from 'typebox'
import type { Agent } from '../agent.ts'

/** Cells as texts: an agent reads them, and an answer has many. */

export const Cite = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Also from which cells of which files the values were read: cite them when you answer a person',
  }),
)

const CITED =
  'In the order of rows and columns: file, sheet and cells, as in sales.xlsx Q1!C2:C9 (8 cells). Null: no cell has it. "edited": the value was changed since, and the cell holds another one'

export const Citations = Type.Object({
  rows: Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()])), { description: CITED }),
  not_cited: Type.Union([Type.String(), Type.Null()], {
    description: 'Why rows are not cited one by one; made_from has the ranges of the tables then',
  }),
  made_from: Type.Array(Type.String(), { description: 'Table, file, sheet and ranges' }),
  links: Type.Array(Type.Object({ source: Type.String(), sheet: Type.String(), link: Type.String() }), {
    description:
      'Open the console at a cell of each sheet that is cited: put another cell behind cell= to link to that one',
  }),
})

type CitedTable = Awaited<ReturnType<Agent['api']['citeTable']>>
type CitedAnswer = Awaited<ReturnType<Agent['api']['citeQuery']>>
type Ranges = CitedTable['sets'][number]['columns'][number]
type From = CitedTable['made_from'][number]
type Cell = NonNullable<CitedTable['rows'][number]['values'][number]['cell']>

const editionOf = ({ source, revision }: { source: string; revision: number }) =>
  revision > 1 ? `${source} (edition ${revision})` : source

/** The cell of one value. */
export function cellText(cell: Cell | null): string | null {
  if (!cell) return null
  const notes = [
    ...(cell.edited === true ? ['edited: the cell holds another value'] : []),
    ...(cell.edited === null ? ['may have been edited long ago'] : []),
    ...(cell.computed ? ['formula'] : []),
    ...(cell.shared ? ['merged, repeated or a heading'] : []),
    ...(cell.reworded ? ['in other words'] : []),
  ]
  const place = `${editionOf(cell)} ${cell.sheet}!${cell.cell}`
  return notes.length > 0 ? `${place} (${notes.join(', ')})` : place
}

/** The cells of one column of an answer. */
function rangesText(isValue: boolean, from: readonly Ranges[]): string | null {
  const texts = from.flatMap((each) => {
    const sheets = Map.groupBy(each.ranges, (range) => `${editionOf(range)} ${range.sheet}`)
    const places = [...sheets].map(([sheet, some]) => `${sheet}!${some.map(({ range }) => range).join(',')}`)
    if (places.length === 0 && each.edited === 0) return []
    const notes = notesOn(isValue, each)
    return [`${isValue ? '' : 'made from '}${places.join('; ')}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`]
  })
  return texts.length > 0 ? texts.join(' and ') : null
}

function notesOn(isValue: boolean, { cells, cut, edited, unknown, reworded, elsewhere }: Ranges): string[] {
  const notes: [boolean, string][] = [
    [!isValue || cells !== 1, `${cells} cells`],
    [cut, 'not all are listed'],
    [edited > 0, `${edited} values edited since, without their cells`],
    [unknown > 0, `${unknown} may have been edited long ago`],
    [isValue && reworded > 0, `${reworded} in other words`],
    [elsewhere > 0, `${elsewhere} in no file`],
  ]
  return notes.flatMap(([isSo, note]) => (isSo ? [note] : []))
}

export const fromTexts = (parts: readonly From[]) =>
  parts.map((part) => `${part.table}: ${editionOf(part)} ${part.sheet}!${part.ranges.join(',')}`)

/** The same rows that an answer shows, cited. Undefined where these are not the rows that were shown. */
export function citationsOf(
  agent: Agent,
  workbookId: string,
  cited: CitedAnswer,
  shown: readonly (readonly unknown[])[],
) {
  const isSame = shown.every((row, n) => JSON.stringify(row) === JSON.stringify(cited.rows[n]?.values))
  const not =
    cited.not_cited ?? (isSame ? null : 'the rows came in another order when they were cited: give an ORDER BY')
  return {
    rows: not === null ? shown.map((_, n) => citedLine(cited.rows[n])) : [],
    not_cited: not,
    made_from: fromTexts(cited.made_from),
    links: linksTo(agent, workbookId, cited.made_from),
  }
}

function citedLine(row: CitedAnswer['rows'][number] | undefined): (string | null)[] {
  const missing = row ? row.rows - row.cited_rows : 0
  return (row?.columns ?? []).map(({ holds, from }) => {
    const text = rangesText(holds, from)
    return text !== null && missing > 0 ? `${text}, and ${missing} rows more` : text
  })
}

/** One for each sheet, at the first of its cells. */
export function linksTo({ address }: Agent, workbookId: string, parts: readonly From[]) {
  const sheets = new Map(parts.map((part) => [JSON.stringify([part.source, part.sheet]), part]))
  return [...sheets.values()].map(({ source, sheet, ranges }) => {
    const [cell] = (ranges[0] ?? 'A1').split(':')
    const place = new URLSearchParams({ sheet, cell: cell ?? 'A1' })
    return { source, sheet, link: `${address}/w/${workbookId}/sources/${encodeURIComponent(source)}?${place}` }
  })
}
