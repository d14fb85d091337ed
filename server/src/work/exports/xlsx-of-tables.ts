import { legalSheetNames, quotedSheetName } from '@bindery-data/spreadsheet/write/sheet-names.ts'
import type { SheetToWrite } from '@bindery-data/spreadsheet/write/workbook-to-write.ts'
import { writeXlsx } from '@bindery-data/spreadsheet/write/write-xlsx.ts'
import type { Rule } from '../../core/rules/rule.ts'
import { findRuleSet } from '../../core/rules/rules.store.ts'
import { listStyles } from '../../core/tables/annotations/annotations.store.ts'
import type { OpenedWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { BRANCH_PROPERTY, type Part, WORKBOOK_PROPERTY } from '../branches/branch.ts'
import { branchMark } from '../branches/branch-mark.ts'
import { type AnnotatedStyles, annotatedStyles } from './annotated-styles.ts'
import type { ExportedTable } from './export.ts'
import type { FormulaSheet } from './formula-sheet.ts'
import { sheetOfTable } from './sheet-of-table.ts'

/** A table as a sheet of a workbook that goes out. With row ids it can come back. */
export type TableSheet = {
  exported: ExportedTable
  hasRowIds: boolean
  look: SheetLook
  formulas?: FormulaSheet | undefined
  part?: Part | undefined
}

/** What a sheet shows besides its values. */
export type SheetLook = { styles: AnnotatedStyles; rules: readonly Rule[] }

export async function lookOf({ db }: Context, { columns, opened }: ExportedTable): Promise<SheetLook> {
  // Both may say something about rows that are hidden.
  if (opened.rowAccess !== 'all') return { styles: annotatedStyles(columns, []), rules: [] }
  const place = { workbookId: opened.workbookId, tableId: opened.artifactId }
  const styles = annotatedStyles(columns, await listStyles(db, place))
  return { styles, rules: (await findRuleSet(db, place))?.rules ?? [] }
}

/** Begins to read every table: what fails then can still be reported. The bytes are those of a branch, or of none. */
export async function xlsxOfTables(
  ctx: Context,
  { workbookId, title }: OpenedWorkbook,
  tables: readonly TableSheet[],
): Promise<(branchId: string | null) => AsyncGenerator<Buffer>> {
  const sheets: SheetToWrite[] = []
  for (const { exported, look, ...wishes } of tables)
    sheets.push(await sheetOfTable(ctx.reader, exported, { ...wishes, ...look }))
  const createdAt = ctx.now()
  return (branchId) => {
    const branch = branchId === null ? {} : { [BRANCH_PROPERTY]: toWireId('br', branchId) }
    const custom = { [WORKBOOK_PROPERTY]: toWireId('wb', workbookId), ...branch }
    const definedNames = branchId === null ? [] : marksOf(branchId, tables)
    return writeXlsx({ sheets, definedNames, properties: { title, createdAt, modifiedAt: createdAt, custom } })
  }
}

/** Which sheet is which table's, also once it was renamed. One without row ids cannot come back. */
function marksOf(branchId: string, tables: readonly TableSheet[]) {
  const tabs = legalSheetNames(tables.map(({ exported }) => exported.table.name))
  return tables.flatMap(({ exported, hasRowIds }, n) => {
    const refersTo = `${quotedSheetName(tabs[n] ?? '')}!$A$1`
    return hasRowIds ? [{ name: branchMark(branchId, exported.table.tableId), refersTo }] : []
  })
}
