import { Type } from 'typebox'
import { columnLetters, formatRange, parseRange, type Rectangle } from '../../../core/tables/ranges/a1-range.ts'
import { Nullable } from '../../../platform/http/schema.ts'
import type { Agent } from '../agent.ts'
import { READS, tool } from '../tool.ts'
import { Page, SourceName, WorkbookId } from './fields.ts'

/** Lines of an explanation. */
const MOST_LINES = 60
/** As much of a sheet as is read at once. */
const MOST_CELLS = 100_000
/** Of a sheet that does not say how far it goes. */
const UNKNOWN_EXTENT = 'A1:Z3000'

export const explainCell = tool({
  name: 'explain_cell',
  title: 'Explain the formula of a cell',
  description:
    'What a cell of an uploaded file is computed from: its formula, the cells it refers to with their values, and what these are computed from in turn, as an indented tree with addresses. Values are those saved in the file. Refused where policies hide columns of the workbook.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({
    workbook_id: WorkbookId,
    source: SourceName,
    sheet: Type.Optional(Type.String({ maxLength: 200 })),
    cell: Type.String({ pattern: '^[A-Za-z]{1,3}[1-9][0-9]{0,6}$', description: 'As in D10' }),
    depth: Page(3, 6),
  }),
  output: Type.Object({
    sheet: Type.String(),
    cell: Type.String(),
    value: Type.Unknown(),
    formula: Nullable(Type.String()),
    tree: Type.Array(Type.String(), { description: 'Indented; names of ranges are shown as they stand' }),
    cut: Type.Boolean({ description: 'There is more: ask for a cell farther down, or for more depth' }),
  }),
  run: async (agent, { workbook_id, source, sheet, cell, depth = 3 }) => {
    const sheets = sheetsOf(agent, workbook_id, source)
    const first = await sheets.open(sheet)
    const at = cell.toUpperCase()
    const found = cellAt(first, at)
    const tree: string[] = []
    const isWhole = await explain({ sheets, tree, seen: new Set() }, first, at, 0, depth)
    return { sheet: first.name, cell: at, value: found?.v ?? null, formula: found?.f ?? null, tree, cut: !isWhole }
  },
})

type SourcePreview = Awaited<ReturnType<Agent['api']['previewSource']>>
type Cell = SourcePreview['cells'][number][number]
type OpenSheet = { name: string; cells: SourcePreview['cells'] }
type Explaining = { sheets: ReturnType<typeof sheetsOf>; tree: string[]; seen: Set<string> }

/** Sheets of a file, each read once. */
function sheetsOf(agent: Agent, workbook_id: string, source: string) {
  const opened = new Map<string, Promise<OpenSheet>>()
  const read = async (sheet: string | undefined): Promise<OpenSheet> => {
    const at = { workbook_id, source_name: source, ...(sheet === undefined ? {} : { sheet }) }
    const { sheets, sheet: name } = await agent.api.previewSource({ ...at, range: 'A1' })
    const used = sheets.find((each) => each.name === name)?.dimension ?? UNKNOWN_EXTENT
    const { cells } = await agent.api.previewSource({ ...at, sheet: name, range: formatRange(beginningOf(used)) })
    return { name, cells }
  }
  return {
    open: (sheet: string | undefined): Promise<OpenSheet> => {
      const known = opened.get(sheet ?? '') ?? read(sheet)
      opened.set(sheet ?? '', known)
      return known
    },
  }
}

/** From the first cell of the sheet on, as many rows as may be read. */
function beginningOf(dimension: string): Rectangle {
  const { right, bottom } = parseRange(dimension, ['range'])
  const last = Math.min(right ?? 0, 255)
  return { left: 0, top: 0, right: last, bottom: Math.min(bottom ?? 0, Math.floor(MOST_CELLS / (last + 1)) - 1) }
}

function cellAt({ cells }: OpenSheet, at: string): Cell | undefined {
  const { left, top } = parseRange(at, ['cell'])
  return cells[top ?? 0]?.[left ?? 0]
}

/** Writes a cell and what it refers to; false where something was left out. */
async function explain(
  explaining: Explaining,
  sheet: OpenSheet,
  at: string,
  level: number,
  depth: number,
): Promise<boolean> {
  const { tree, seen, sheets } = explaining
  if (tree.length >= MOST_LINES) return false
  const indent = '  '.repeat(level)
  const cell = cellAt(sheet, at)
  const place = `${sheet.name}!${at}`
  if (!cell || cell.f === null) {
    tree.push(`${indent}${place}: ${spelled(cell?.v)}`)
    return true
  }
  tree.push(`${indent}${place} = ${cell.f.replace(/^=/, '')} → ${spelled(cell.v)}`)
  if (seen.has(place)) return true
  seen.add(place)
  if (level >= depth) return false
  let isWhole = true
  for (const { sheet: named, range } of referencesIn(cell.f)) {
    const on = named === null ? sheet : await sheets.open(named)
    const isRange = range.includes(':')
    const done = isRange
      ? await explainRange(explaining, on, range, level + 1, depth)
      : await explain(explaining, on, range, level + 1, depth)
    isWhole &&= done
  }
  return isWhole
}

/** A range in one line; of its formulas the first, which stands for those like it. */
async function explainRange(
  explaining: Explaining,
  sheet: OpenSheet,
  range: string,
  level: number,
  depth: number,
): Promise<boolean> {
  if (explaining.tree.length >= MOST_LINES) return false
  const { left, right, top, bottom } = parseRange(range, ['range'])
  const [first, last] = [top ?? 0, Math.min(bottom ?? sheet.cells.length - 1, sheet.cells.length - 1)]
  const cells: { at: string; cell: Cell }[] = []
  for (let row = first; row <= last; row++)
    for (let column = left ?? 0; column <= (right ?? left ?? 0); column++) {
      const cell = sheet.cells[row]?.[column]
      if (cell && (cell.v !== null || cell.f !== null)) cells.push({ at: `${columnLetters(column)}${row + 1}`, cell })
    }
  const numbers = cells.flatMap(({ cell }) => (typeof cell.v === 'number' ? [cell.v] : []))
  const formulas = cells.filter(({ cell }) => cell.f !== null)
  const sum = Number(numbers.reduce((so, each) => so + each, 0).toPrecision(12))
  explaining.tree.push(
    `${'  '.repeat(level)}${sheet.name}!${range}: ${cells.length} cells, ${numbers.length} numbers, sum ${sum}, ${formulas.length} formulas`,
  )
  const [example] = formulas
  return example ? explain(explaining, sheet, example.at, level + 1, depth) : true
}

const REFERENCE =
  /"(?:[^"]|"")*"|(?:(?:'((?:[^']|'')+)'|([\w.\u0080-\uffff]+))!)?(\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Z]{1,3}\$?[1-9]\d{0,6})?|\$?[A-Z]{1,3}:\$?[A-Z]{1,3})(?![\w(.!])/gu

/** Cells and ranges that a formula names, each once. */
export function referencesIn(formula: string): { sheet: string | null; range: string }[] {
  const found = new Map<string, { sheet: string | null; range: string }>()
  for (const [, quoted, plain, reference] of formula.matchAll(REFERENCE)) {
    if (reference === undefined) continue
    const sheet = quoted?.replaceAll("''", "'") ?? plain ?? null
    const range = reference.replaceAll('$', '')
    found.set(`${sheet}!${range}`, { sheet, range })
  }
  return [...found.values()]
}

const spelled = (value: unknown) => (value === undefined || value === null ? 'empty' : JSON.stringify(value))
