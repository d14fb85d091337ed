import type { Cell } from '../cell.ts'
import type { CellSink } from '../cell-sink.ts'
import type { Box } from '../grid.ts'
import type { OpenedFile } from '../opened-file.ts'
import { type ColumnObserver, observeColumn } from '../values/observe-column.ts'
import { columnLetters, spellBox } from '../xlsx/cell-reference.ts'
import type { ParseSpec, ReaderSpec, Region, RegionColumn, SpecWarning } from './parse-spec.ts'
import { createSheetHead, type StyledCell } from './sheet-head.ts'

/**
 * Proposes how to read a file: one region of data a sheet, with the header it is sure of and the types its values bear. The
 * place where structure is found: several regions, headers of several rows, totals and periods belong here.
 */
export async function analyze(
  file: OpenedFile,
  { sourceName, sha256 }: { sourceName: string; sha256: string },
): Promise<ParseSpec> {
  const regions: Region[] = []
  const warnings: SpecWarning[] = []
  for (const place of file.sheets.keys()) {
    const sheet = await analyzeSheet(file, place, `r${regions.length + 1}`)
    if (!sheet) continue
    regions.push(sheet.region)
    warnings.push(...sheet.warnings)
  }
  return {
    spec_version: 1,
    revision: 1,
    source_name: sourceName,
    sha256,
    reader: readerOf(file),
    regions,
    overrides: [],
    warnings,
  }
}

/** A sheet as one region; null for one that holds nothing. */
export async function analyzeSheet(file: OpenedFile, place: number, regionId: string) {
  const sheet = await observeSheet(file, place)
  return sheet.box === null ? null : regionOf(file.sheets[place]?.name ?? '', regionId, sheet)
}

export const readerOf = ({ format, dialect, isDate1904 }: OpenedFile): ReaderSpec => ({
  format,
  encoding: dialect?.encoding ?? null,
  encoding_confidence: dialect?.encodingConfidence ?? null,
  delimiter: dialect?.delimiter ?? null,
  quote_char: dialect?.quoteChar ?? null,
  escape_char: dialect?.escapeChar ?? null,
  locale: 'ja-JP',
  date_order: 'YMD',
  decimal_char: '.',
  group_char: ',',
  null_values: [''],
  trim: false,
  timezone: null,
  date_1904: isDate1904,
  include_hidden: true,
  formulas: 'cached_values',
  fiscal_year_start_month: 4,
})

type ObservedSheet = {
  box: Box | null
  header: ReadonlyMap<number, string> | null
  columns: ReadonlyMap<number, ColumnObserver>
  mended: readonly Omit<SpecWarning, 'region_id' | 'column'>[]
}

/** One pass over a sheet. */
async function observeSheet(file: OpenedFile, place: number): Promise<ObservedSheet> {
  const columns = new Map<number, ColumnObserver>()
  const sheet: ObservedSheet & { mended: Omit<SpecWarning, 'region_id' | 'column'>[] } = {
    box: null,
    header: null,
    columns,
    mended: [],
  }
  let row = 0

  const observerAt = (column: number) => {
    const known = columns.get(column)
    if (known) return known
    const opened = observeColumn({ isUntyped: file.dialect !== null, isDate1904: file.isDate1904 })
    columns.set(column, opened)
    return opened
  }
  const observe = ({ column, cell, style }: StyledCell) => {
    const observer = observerAt(column)
    if (cell.kind === 'number') observer.number(cell.value, file.styles[style]?.meaning ?? 'number')
    else if (cell.kind === 'boolean') observer.boolean(cell.value)
    else observer[cell.kind](cell.value)
  }
  const head = createSheetHead((header, rows) => {
    sheet.header = header?.names ?? null
    for (const column of header?.names.keys() ?? []) observerAt(column)
    for (const { cells } of rows) for (const held of cells) observe(held)
  })
  const take = (column: number, cell: Cell, style: number) => {
    if (cell.value === '') return
    sheet.box = grown(sheet.box, row, column)
    const held = { column, cell, style }
    if (!head.isOpen || !head.keep(row, held)) observe(held)
  }
  const sink: CellSink = {
    row: (next) => {
      row = next
    },
    number: (column, value, style) => take(column, { kind: 'number', value }, style),
    text: (column, value, style) => take(column, { kind: 'text', value }, style),
    boolean: (column, value, style) => take(column, { kind: 'boolean', value }, style),
    error: (column, value, style) => take(column, { kind: 'error', value }, style),
    date: (column, value, style) => take(column, { kind: 'date', value }, style),
    mended: (code, count, message) => {
      sheet.mended.push({ code, count, message })
    },
  }
  await file.scan(place, sink)
  head.end()
  return sheet
}

/** The box with this cell in it; rows come ascending. */
function grown(box: Box | null, row: number, column: number): Box {
  if (box === null) return { top: row, left: column, bottom: row, right: column }
  box.bottom = row
  if (column < box.left) box.left = column
  if (column > box.right) box.right = column
  return box
}

function regionOf(sheet: string, regionId: string, observed: ObservedSheet) {
  const { box, header, mended } = observed
  if (box === null) throw new Error('impossible: a region of an empty sheet')
  const dataTop = header ? box.top + 1 : box.top
  const rows = box.bottom - dataTop + 1
  const warnings: SpecWarning[] = mended.map((warning) => ({ ...warning, region_id: regionId, column: null }))
  const used = [...observed.columns].sort(([one], [other]) => one - other)
  const columns = used.map(([column, observer]): RegionColumn => {
    const { type, format, evidence, warnings: found } = observer.decide(rows)
    const name = header?.get(column) ?? columnLetters(column)
    warnings.push(...found.map((warning) => ({ ...warning, region_id: regionId, column: name })))
    return {
      source_column: columnLetters(column),
      header: header?.get(column) ?? null,
      name,
      type,
      format,
      unit: null,
      role: isMeasure(type) ? 'measure' : 'label',
      include: true,
      nullable: true,
      on_error: 'null',
      confidence: 1,
      evidence,
    }
  })
  const region: Region = {
    region_id: regionId,
    sheet,
    kind: 'data',
    range: spellBox(box),
    layout: 'list',
    orientation: 'rows',
    header_rows: header ? [box.top + 1] : [],
    header_join: '_',
    fill_merged: 'none',
    data_range: spellBox({ ...box, top: Math.min(dataTop, box.bottom) }),
    label_columns: [],
    unit: null,
    title: null,
    confidence: header ? 0.9 : 0.5,
    evidence: header ? ['text_header'] : ['no_header'],
    columns,
    row_roles: [],
    totals: [],
    period_axis: null,
    reshape: null,
    hierarchy: null,
    outputs: [{ name: sheet, kind: 'list' }],
    alternatives: [],
  }
  return { region, warnings }
}

const isMeasure = (type: string) => /^(?:BIGINT|INTEGER|DOUBLE|DECIMAL)/.test(type)
