import { BlockedCells, type SheetPlaces } from '../calculation/find-blocked.ts'
import { type Area, areaIn, type FormulaReads } from '../calculation/formula-reads.ts'
import { formulaSink } from '../calculation/formula-sink.ts'
import { TOKEN } from '../calculation/formula-tokens.ts'
import type { FoundFormula } from '../calculation/found-formula.ts'
import type { CalculationAccess, OpenedFile } from '../opened-file.ts'
import { type CellOfSheet, placeKey } from './plan-edits.ts'

/** A larger box than any sheet has filled is a forgery, and its first cells will do. */
const MOST_FILLED = 1_000

/** Edited cells, and all whose value may follow from them, however far. */
export function reachedCells(
  formulas: readonly FoundFormula[],
  edited: readonly CellOfSheet[],
  sheets: SheetPlaces,
): BlockedCells {
  const reached = new BlockedCells()
  for (const place of edited) reached.add(place)
  const arrays = formulas.filter(({ fills }) => fills !== null)
  const passed = new Set<FoundFormula>()
  for (;;) {
    reached.spread(formulas, sheets)
    // Cells that an array formula fills have its values, and no formula.
    const next = arrays.find((formula) => !passed.has(formula) && reached.has(formula))
    if (!next) return reached
    passed.add(next)
    for (const place of filledCells(next)) reached.add(place)
  }
}

/** The cells that an array formula fills beside its own. */
export function* filledCells({ sheet, row, column, fills }: FoundFormula): Generator<CellOfSheet> {
  if (!fills) return
  const bottom = Math.min(fills.bottom, fills.top + MOST_FILLED)
  const right = Math.min(fills.right, fills.left + MOST_FILLED)
  for (let down = fills.top; down <= bottom; down++)
    for (let across = fills.left; across <= right; across++)
      if (down !== row || across !== column) yield { sheet, row: down, column: across }
}

/** Formulas with what they read, those too that are not computed: of these as far as their text says it. */
export async function withRoughReads(
  file: OpenedFile,
  access: CalculationAccess,
  formulas: readonly FoundFormula[],
): Promise<FoundFormula[]> {
  if (formulas.every(({ reads }) => reads.obstacle === null)) return [...formulas]
  const texts = new Map<string, string>()
  for (const sheet of file.sheets.keys())
    await access.scanSaved(
      sheet,
      formulaSink((row, column, formula) => {
        if (formula) texts.set(placeKey({ sheet, row, column }), formula.r1c1)
      }),
    )
  return formulas.map((formula) =>
    formula.reads.obstacle === null
      ? formula
      : { ...formula, reads: { ...formula.reads, ...roughReads(texts.get(placeKey(formula)) ?? '') } },
  )
}

/** A name, a table, or what is not understood may stand for any cell. */
function roughReads(r1c1: string): Pick<FormulaReads, 'areas' | 'readsAnything'> {
  const areas: Area[] = []
  let sheet: string | null = null
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < r1c1.length) {
    const token = TOKEN.exec(r1c1)?.groups
    if (!token || token.name !== undefined || token.columns !== undefined) return { areas, readsAnything: true }
    if (token.area !== undefined) areas.push(areaIn(token.area, sheet))
    sheet = token.sheet === undefined ? null : sheetNamed(token.sheet)
    // Several sheets at once.
    if (sheet?.includes(':')) return { areas, readsAnything: true }
  }
  return { areas, readsAnything: false }
}

function sheetNamed(token: string): string {
  const spelled = token.slice(0, -1)
  return spelled.startsWith("'") ? spelled.slice(1, -1).replaceAll("''", "'") : spelled
}
