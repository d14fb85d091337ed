import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { settleSheet } from '@bindery-data/spreadsheet/structure/invariants/settle-sheet.ts'
import { nameOutputs } from '@bindery-data/spreadsheet/structure/names/name-outputs.ts'
import { outputsOf } from '@bindery-data/spreadsheet/structure/names/outputs-of.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { structureSheet } from '@bindery-data/spreadsheet/structure/structure-sheet.ts'
import { tablesOfSheet } from '../../spreadsheet/test/tables-of-sheet.ts'
import { draftSheet } from '../structuring/sheet-draft.ts'
import { COLORS, type Drawn, drawSheet } from './draw-sheet.ts'
import { drawTable } from './draw-table.ts'
import { MESSY, MISSED } from './sheets-as-people-make-them.ts'
import { LISTS } from './sheets-of-lists.ts'
import { REPORTS } from './sheets-of-reports.ts'
import { cell, picture, ROW_PX, text } from './svg.ts'

/** node proof/structuring-pictures/draw-pictures.ts: draws the sheets of the documentation and what becomes of them. */
const FOLDER = fileURLToPath(new URL('../../docs/structuring/', import.meta.url))
const GAP_PX = 28
const WIDEST_PX = 980
const LEGEND_PX = 84

mkdirSync(FOLDER, { recursive: true })
writeFileSync(`${FOLDER}legend.svg`, legend())
for (const { slug, name, draw } of [...LISTS, ...REPORTS, ...MESSY, ...MISSED]) {
  const draft = draftSheet()
  draw(draft)
  const sheet = draft.toSheet(name, slug.replace(/^\d+-/, ''))
  if (sheet) writeFileSync(`${FOLDER}${slug}.svg`, drawn(sheet))
}

function legend(): string {
  const parts = Object.entries(COLORS).filter(([part]) => part !== 'ignore')
  const cells = parts.map(([part, fill], n) => cell(n * LEGEND_PX, 0, LEGEND_PX, part, { fill }))
  return picture('What the colours mean', parts.length * LEGEND_PX + 2, ROW_PX + 2, cells.join('\n'))
}

function drawn(sheet: Sheet): string {
  const settled = settleSheet(sheet, structureSheet(sheet), (region) => outputsOf(region, sheet.name, 'ja'))
  const regions = nameOutputs([{ name: sheet.name, regions: settled.regions, language: 'ja' }], sheet.fileName)
  const above = drawSheet(sheet, regions, 0)
  const below = drawTables(sheet, regions, above.height + GAP_PX)
  const width = Math.ceil(Math.max(above.width, below.width)) + 2
  return picture(
    `The sheet ${sheet.name} and the tables it becomes`,
    width,
    above.height + GAP_PX + below.height,
    `${above.content}\n${below.content}`,
  )
}

/** One after the other, in a new line where no room is left. */
function drawTables(sheet: Sheet, regions: readonly Region[], top: number): Drawn {
  const pieces = [text(0, top, 'becomes', { color: '#777' })]
  let left = 0
  let line = top + GAP_PX / 2
  let lineHeight = 0
  let width = 0
  for (const table of tablesOfSheet(sheet, regions)) {
    const size = drawTable(table, 0, 0)
    if (left > 0 && left + size.width > WIDEST_PX) {
      left = 0
      line += lineHeight + ROW_PX
      lineHeight = 0
    }
    pieces.push(drawTable(table, left, line).content)
    left += size.width + GAP_PX
    width = Math.max(width, left - GAP_PX)
    lineHeight = Math.max(lineHeight, size.height)
  }
  return { content: pieces.join('\n'), width, height: line + lineHeight - top + ROW_PX }
}
