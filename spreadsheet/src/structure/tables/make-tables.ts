import type { Output, Region } from '../../parse-spec/parse-spec.ts'
import type { RowRole } from '../roles/roles.ts'
import type { Sheet } from '../sheet.ts'
import { formTable } from './form-table.ts'
import { withGivenCells } from './given-cells.ts'
import type { MadeTable } from './made-table.ts'
import { notesTable } from './notes-table.ts'
import { relationOf } from './relation-of.ts'
import { listTotals } from './report/list-totals.ts'
import { reportTables } from './report/report-tables.ts'
import { applyReshape } from './reshape/apply-reshape.ts'
import { distinctNames } from './reshape/distinct-names.ts'
import { settleTypes } from './settle-types.ts'
import type { Spelling } from './spell-value.ts'

const ROWS_OF_LIST: ReadonlySet<RowRole> = new Set(['data', 'group'])
const ROWS_AMONG: ReadonlySet<RowRole> = new Set([...ROWS_OF_LIST, 'subtotal', 'total', 'difference', 'ratio'])

/** The tables a region becomes, as its spec says and nothing else does. */
export function makeTables(whole: Sheet, region: Region, spelling: Spelling = 'canonical'): MadeTable[] {
  const sheet = withGivenCells(whole, region)
  const isReport = region.outputs.some(({ kind }) => kind === 'level')
  const ofReport = isReport ? reportTables(sheet, region, spelling) : null
  const makeTable = (output: Output): MadeTable => {
    switch (output.kind) {
      case 'notes':
        return notesTable(sheet, region, output)
      case 'form':
        return formTable(sheet, region, output)
      case 'list':
      case 'long':
        return plainTable(sheet, region, output, spelling)
      case 'computed':
        return ofReport ? ofReport(output) : listTotals(sheet, region, output, spelling)
      case 'level':
      case 'accounts':
        return ofReport ? ofReport(output) : plainTable(sheet, region, output, spelling)
    }
  }
  return region.outputs.map(makeTable)
}

function plainTable(sheet: Sheet, region: Region, output: Output, spelling: Spelling): MadeTable {
  const stands = relationOf(sheet, region, spelling, region.computed_rows === 'among' ? ROWS_AMONG : ROWS_OF_LIST)
  const reshaped = applyReshape(sheet, region, stands)
  const { columns, rows } = reshaped === stands ? stands : settleTypes(sheet, reshaped, spelling, stands.columns)
  const names = distinctNames(columns.map(({ name }) => name))
  return {
    ...output,
    regionId: region.region_id,
    columns: columns.map(({ name, type, format }, n) => ({ name: names[n] ?? name, type, format })),
    rows,
  }
}
