import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FormulaCell } from '@bindery/spreadsheet/formulas/read-formulas.ts'
import type { ReturnedCell } from '@bindery/spreadsheet/returned/returned-cell.ts'
import type { Context } from '../../platform/context.ts'
import { linesOf } from '../../tabular/builder/lines.ts'
import { withLoader } from '../sources/with-loader.ts'
import type { RevisionFile } from './source-files.store.ts'

export type TakeFormula = (sheet: string, cell: FormulaCell) => void

/** Tells the formulas that stand in these sheets of a file. Where days count from 1904 they would come to other values. */
export function readSourceFormulas(
  ctx: Context,
  workbookId: string,
  { file, sheets }: { file: RevisionFile; sheets: readonly string[] },
  take: TakeFormula,
): Promise<void> {
  return withLoader(ctx, workbookId, file, null, async (loader) => {
    const answer = await loader.ask({ kind: 'formulas', sheets })
    if (answer.isDate1904) return
    for (const { name, file: lines } of answer.sheets) {
      const texts: string[] = []
      for await (const line of linesOf(createReadStream(join(loader.folder, lines)))) {
        // Safe enough: our own program wrote it; whatever a hostile one wrote is judged piece by piece before it is used.
        const [row, column, formula, value] = JSON.parse(line) as [number, number, string | number, ReturnedCell]
        if (typeof formula === 'string') texts.push(formula)
        const r1c1 = typeof formula === 'string' ? formula : (texts[formula] ?? '')
        take(name, { row, column, r1c1, value })
      }
    }
  })
}
