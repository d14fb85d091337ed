import type { OpenedFile } from '../opened-file.ts'
import type { ParseSpec, SpecWarning } from '../parse-spec/parse-spec.ts'
import { columnLetters, spellCell } from '../xlsx/cell-reference.ts'
import { boxesOf, spellBoxes, spellPlaces } from './cell-boxes.ts'
import { type FittedLines, fitLines, type MapLine } from './fit-lines.ts'
import { formulaPatterns } from './formula-patterns.ts'
import { missingPeriods } from './missing-periods.ts'
import { RANK } from './ranks.ts'
import { regionLines, short } from './region-lines.ts'
import { type MappedSheet, readMappedSheet } from './sheet-cells.ts'

const MOST_PATTERNS = 25
const MOST_PLACES = 4
const MOST_NAMES = 20
const MOST_ERRORS = 8
const MOST_WARNINGS = 30

export type MapOptions = {
  /** One sheet of the file; null: all of them. */
  sheet: string | null
  maxTokens: number
}

/**
 * A file in one text for a reader who cannot see it: sheets, regions, columns with their ranges, formulas by pattern, totals,
 * and what looks wrong, each with its cells. Where not all of it fits, what says least is left out first.
 */
export async function mapFile(
  file: OpenedFile,
  spec: ParseSpec,
  { sheet, maxTokens }: MapOptions,
): Promise<FittedLines> {
  const lines: MapLine[] = [{ rank: RANK.sheet, text: fileLine(file, spec) }]
  for (const [place, { name }] of file.sheets.entries()) {
    if (sheet !== null && name !== sheet) continue
    lines.push(...sheetLines(await readMappedSheet(file, place), spec))
  }
  lines.push(...spec.warnings.slice(0, MOST_WARNINGS).map(warningLine))
  const absent = sheet === null ? missingPeriods(file.sheets.map(({ name }) => name)) : []
  if (absent.length > 0) lines.push({ rank: RANK.finding, text: `sheets missing in the series: ${absent.join(', ')}` })
  return fitLines(lines, maxTokens)
}

function fileLine({ format, sheets, dialect }: OpenedFile, { source_name }: ParseSpec): string {
  const text = dialect ? `, ${dialect.encoding}, delimiter ${JSON.stringify(dialect.delimiter)}` : ''
  return `file ${source_name}: ${format}${text}, ${sheets.length} sheet${sheets.length === 1 ? '' : 's'}`
}

const warningLine = ({ region_id, column, message }: SpecWarning): MapLine => ({
  rank: RANK.finding,
  text: `warning${[region_id, column].map((place) => (place === null ? '' : ` ${place}`)).join('')}: ${short(message, 200)}`,
})

function sheetLines(sheet: MappedSheet, spec: ParseSpec): MapLine[] {
  const { name, isHidden, grid } = sheet
  const used = grid.used ? spellPlaces(grid.used) : 'empty'
  const state = `${isHidden ? ', hidden' : ''}${grid.isTruncated ? ', only its beginning was looked at' : ''}`
  const regions = spec.regions.filter((region) => region.sheet === name)
  return [
    { rank: RANK.sheet, text: `sheet "${name}" ${used}${state}` },
    ...regions.flatMap((region) => regionLines(sheet, region)),
    ...formulaLines(sheet),
    ...errorLines(sheet),
    ...hiddenLines(sheet),
    ...nameLines(sheet),
    ...commentLines(sheet),
  ]
}

function formulaLines({ cells }: MappedSheet): MapLine[] {
  const patterns = formulaPatterns(cells)
  const shown = patterns.slice(0, MOST_PATTERNS).map(({ formula, boxes }) => ({
    rank: RANK.formula,
    text: ` formula ${spellBoxes(boxes, MOST_PLACES)}: ${short(formula, 120)}`,
  }))
  const left = patterns.length - shown.length
  return left > 0 ? [...shown, { rank: RANK.formula, text: ` +${left} other formulas` }] : shown
}

function errorLines({ cells }: MappedSheet): MapLine[] {
  const errors = [...cells.all()].filter(({ kind }) => kind === 'error')
  if (errors.length === 0) return []
  const shown = errors.slice(0, MOST_ERRORS).map(({ row, column, value }) => `${spellCell(row, column)} ${value}`)
  const more = errors.length > MOST_ERRORS ? ` +${errors.length - MOST_ERRORS} more` : ''
  return [{ rank: RANK.finding, text: ` errors: ${shown.join(', ')}${more}` }]
}

function hiddenLines({ grid }: MappedSheet): MapLine[] {
  const rows = grid.rows.filter(({ isHidden }) => isHidden).map(({ row }) => ({ row, column: 0 }))
  const spans = boxesOf(rows).map(({ top, bottom }) => (top === bottom ? `${top + 1}` : `${top + 1}:${bottom + 1}`))
  const columns = grid.columns
    .filter(({ isHidden }) => isHidden)
    .map(({ from, to }) => (from === to ? columnLetters(from) : `${columnLetters(from)}:${columnLetters(to)}`))
  const parts = [
    ...(spans.length > 0 ? [`rows ${spans.slice(0, MOST_ERRORS).join(',')}`] : []),
    ...(columns.length > 0 ? [`columns ${columns.slice(0, MOST_ERRORS).join(',')}`] : []),
  ]
  return parts.length > 0 ? [{ rank: RANK.finding, text: ` hidden: ${parts.join('; ')}` }] : []
}

const nameLines = ({ grid }: MappedSheet): MapLine[] =>
  grid.definedNames
    .slice(0, MOST_NAMES)
    .map(({ name, refersTo }) => ({ rank: RANK.note, text: ` name ${name} = ${short(refersTo, 60)}` }))

function commentLines({ grid }: MappedSheet): MapLine[] {
  const comments = grid.cells.flatMap(({ row, column, comment }) =>
    comment === null ? [] : [`${spellCell(row, column)} "${short(comment)}"`],
  )
  return comments.slice(0, MOST_NAMES).map((comment) => ({ rank: RANK.note, text: ` comment ${comment}` }))
}
