import type { Box } from '../../grid.ts'
import { columnLetters } from '../../xlsx/cell-reference.ts'
import type { ColumnToWrite, PageSetup, ReportLoss, SheetToWrite } from '../workbook-to-write.ts'
import { beginSheet } from './sheet-in-writing.ts'
import type { StyleTable } from './style-table.ts'
import { validationsXml } from './validations-xml.ts'
import { writeRow } from './write-row.ts'

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** What a column is wide where nothing is said; an element of a column must say it. */
const DEFAULT_WIDTH = 9.140625

/** What is known of a sheet when it has been written. */
export type SheetOutcome = { rows: number; hasFormulas: boolean }

type SheetSettings = {
  name: string
  isSelected: boolean
  styles: StyleTable
  report: ReportLoss
  outcome: SheetOutcome
}

/** The part of a sheet, row by row. */
export async function* sheetPart(sheet: SheetToWrite, settings: SheetSettings): AsyncGenerator<Buffer> {
  const { name, styles, report, outcome } = settings
  const columns = sheet.columns ?? []
  const writing = beginSheet({ name, columns, styles, report })
  yield Buffer.from(beginning(sheet, settings.isSelected, styles))
  for await (const rows of sheet.rows) {
    for (const row of rows) {
      writeRow(writing, row)
      if (writing.out.isWorthTaking) yield writing.out.take()
    }
  }
  outcome.rows = writing.rows
  outcome.hasFormulas = writing.hasFormulas
  yield writing.out.take()
  yield Buffer.from(ending(sheet, writing.rows))
}

function beginning(sheet: SheetToWrite, isSelected: boolean, styles: StyleTable): string {
  return [
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${NAMESPACE}">`,
    sheet.page?.fitsWidth ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : '',
    `<sheetViews><sheetView${sheet.showsGridLines === false ? ' showGridLines="0"' : ''}`,
    `${isSelected ? ' tabSelected="1"' : ''} workbookViewId="0">${paneXml(sheet.frozen)}</sheetView></sheetViews>`,
    '<sheetFormatPr defaultRowHeight="15"/>',
    columnsXml(sheet.columns ?? [], styles),
    '<sheetData>',
  ].join('')
}

function paneXml({ rows, columns }: { rows: number; columns: number } = { rows: 0, columns: 0 }): string {
  if (rows === 0 && columns === 0) return ''
  const pane = rows > 0 && columns > 0 ? 'bottomRight' : rows > 0 ? 'bottomLeft' : 'topRight'
  const split = `${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''}`
  const corner = `${columnLetters(columns)}${rows + 1}`
  return `<pane${split} topLeftCell="${corner}" activePane="${pane}" state="frozen"/><selection pane="${pane}"/>`
}

function columnsXml(columns: readonly ColumnToWrite[], styles: StyleTable): string {
  const said = columns.map(({ width, style, isHidden = false }, n) => {
    if (width === undefined && !style && !isHidden) return ''
    const styleId = style ? styles.idOf(style) : 0
    const styled = styleId > 0 ? ` style="${styleId}"` : ''
    const sized = ` width="${width ?? DEFAULT_WIDTH}"${width === undefined ? '' : ' customWidth="1"'}`
    return `<col min="${n + 1}" max="${n + 1}"${sized}${styled}${isHidden ? ' hidden="1"' : ''}/>`
  })
  const all = said.join('')
  return all === '' ? '' : `<cols>${all}</cols>`
}

function ending(sheet: SheetToWrite, rows: number): string {
  const merges = sheet.merges ?? []
  return [
    '</sheetData>',
    sheet.autoFilter ? `<autoFilter ref="${a1(filterBox(sheet.autoFilter, rows))}"/>` : '',
    merges.length === 0
      ? ''
      : `<mergeCells count="${merges.length}">${merges.map((box) => `<mergeCell ref="${a1(box)}"/>`).join('')}</mergeCells>`,
    validationsXml(sheet.validations),
    '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>',
    pageSetupXml(sheet.page),
    '</worksheet>',
  ].join('')
}

function pageSetupXml({ isLandscape = false, fitsWidth = false }: PageSetup = {}): string {
  if (!isLandscape && !fitsWidth) return ''
  return `<pageSetup${fitsWidth ? ' fitToHeight="0"' : ''} orientation="${isLandscape ? 'landscape' : 'portrait'}"/>`
}

/** From the row of the buttons to the last row of the sheet. */
export function filterBox({ row, left, right }: { row: number; left: number; right: number }, rows: number): Box {
  return { top: row, left, bottom: Math.max(row, rows - 1), right }
}

function a1({ top, left, bottom, right }: Box): string {
  return `${columnLetters(left)}${top + 1}:${columnLetters(right)}${bottom + 1}`
}
