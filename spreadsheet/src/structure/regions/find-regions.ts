import type { Sheet } from '../sheet.ts'
import { attachTexts } from './attach-texts.ts'
import { splitByListObjects } from './blocks/list-objects.ts'
import { withConfidence } from './confidence.ts'
import { divide } from './divide.ts'
import type { FoundRegion } from './found-region.ts'
import { type Line, linesOf, rowsOf } from './lines.ts'

/** The tables of a sheet and what stands around them, from the top left to the bottom right. */
export function findRegions(sheet: Sheet): FoundRegion[] {
  const { tables, rest } = splitByListObjects(sheet)
  const rows = rowsOf(sheet, tables)
  const given = tables.map((box): FoundRegion => ({ kind: 'data', box, confidence: 1, evidence: ['list_object'] }))
  const regions = [...given, ...rest.flatMap((box) => divide(sheet, rows, box).regions)]
  const hasTable = regions.some(({ kind }) => kind === 'data')
  const found = hasTable ? regions : onlyTable(linesOf(sheet, rows, sheet.box), regions)
  found.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
  return withConfidence(attachTexts(sheet, found))
}

/** A list has so many lines; fewer are a few words. */
const SHORTEST_LIST = 3

/** Of the texts of a document so many are sentences. */
const SENTENCES = 0.25
/** Lines of a table have several cells; of a document hardly any has. */
const WIDE_LINES = 0.2
const SENTENCE = /[。．.!?！？;；]$|^.{41,}$|^.*[\u3040-\u30ff\u4e00-\u9fff].{25,}$/u

/** Minutes, letters and instructions: sentences line by line, and no figures beside them. */
function isProseSheet(lines: readonly Line[]): boolean {
  const cells = lines.flatMap((line) => line.cells)
  const wide = lines.filter((line) => line.cells.length > 1)
  if (wide.length > lines.length * WIDE_LINES || wide.some((line) => line.cells.length > 2)) return false
  if (cells.some(({ value }) => value.kind === 'number')) return false
  return cells.filter(({ text }) => SENTENCE.test(text)).length >= cells.length * SENTENCES
}

/** Where nothing looks like a table, all that is more than a text is one, and else a list of texts. */
function onlyTable(lines: readonly Line[], regions: FoundRegion[]): FoundRegion[] {
  const scattered = lines.filter(({ isProse }) => !isProse)
  const held = scattered.length > 1 ? scattered : lines
  const [first] = held
  const last = held.at(-1)
  if (!first || !last || (held === lines && lines.length < SHORTEST_LIST) || isProseSheet(lines)) return regions
  const box = { top: first.row, left: Number.MAX_SAFE_INTEGER, bottom: last.row, right: 0 }
  for (const { cells, row } of lines) {
    if (row < box.top || row > box.bottom) continue
    box.left = Math.min(box.left, cells[0]?.column ?? box.left)
    box.right = Math.max(box.right, cells.at(-1)?.column ?? box.right)
  }
  const outside = regions.filter((region) => region.box.top < box.top || region.box.bottom > box.bottom)
  return [{ kind: 'data', box, confidence: 0.5, evidence: ['only_cells'] }, ...outside]
}
