import { bytesOf } from '../../spreadsheet/src/byte-source.ts'
import { type CellState, scanStates } from '../../spreadsheet/src/edits/cell-states.ts'
import { spellCell } from '../../spreadsheet/src/xlsx/cell-reference.ts'
import { openXlsx } from '../../spreadsheet/src/xlsx/open-xlsx.ts'
import { saveWithLibreOffice } from '../merge/save-with-libreoffice.ts'
import { stripValues } from '../recalc/strip-values.ts'

/** Formulas of edited files that LibreOffice computes to another value than the file has, when it is given none. */
export async function otherInOffice(files: readonly Buffer[]): Promise<{ formulas: number; others: string[] }> {
  if (files.length === 0) return { formulas: 0, others: [] }
  const computed = await saveWithLibreOffice(await Promise.all(files.map(stripValues)))
  let formulas = 0
  const others: string[] = []
  for (const [n, file] of files.entries()) {
    const office = await formulasIn(computed[n] ?? Buffer.alloc(0))
    for (const [place, { value, formula }] of await formulasIn(file)) {
      // A formula whose value is not known has none, and says so.
      if (value === null) continue
      formulas++
      const found = office.get(place)?.value ?? null
      if (!isSame(value, found)) others.push(`file ${n} ${place} =${formula}: ${value}, in LibreOffice ${found}`)
    }
  }
  return { formulas, others }
}

const isSame = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) < 1e-9 * Math.max(1, Math.abs(one))
    : one === other

async function formulasIn(bytes: Buffer): Promise<Map<string, CellState>> {
  const file = await openXlsx(bytesOf(bytes))
  const found = new Map<string, CellState>()
  for (const [sheet, { name }] of file.sheets.entries())
    await scanStates(
      file,
      sheet,
      ({ row, column }, state) => {
        const its = state()
        if (its.formula !== null) found.set(`${name}!${spellCell(row, column)}`, its)
      },
      () => false,
    )
  file.close()
  return found
}
