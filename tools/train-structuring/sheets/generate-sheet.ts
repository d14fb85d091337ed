import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { draftSheet } from '../../../proof/structuring/sheet-draft.ts'
import { createRandom } from '../../../proof/structuring-invariants/random.ts'
import { placed } from './layout/around.ts'
import type { Block } from './layout/block.ts'
import { createMaker } from './layout/maker.ts'
import { CROSSES } from './shapes/crosses.ts'
import { EXPORTS } from './shapes/exports.ts'
import { GROUPED_LISTS } from './shapes/grouped-lists.ts'
import { MESSY } from './shapes/messy.ts'
import { PAGES } from './shapes/pages.ts'
import { PLAIN_LISTS } from './shapes/plain-lists.ts'
import { REPORTS } from './shapes/reports.ts'
import type { Shape } from './shapes/shape.ts'
import type { Truth } from './truth.ts'

export type GeneratedSheet = { shape: string; sheet: Sheet; truth: Truth }

/** Programs export delimited files more often than people save them. */
const MOSTLY_CSV = 0.7

const ALL: readonly Shape[] = [...PLAIN_LISTS, ...GROUPED_LISTS, ...CROSSES, ...REPORTS, ...PAGES, ...MESSY, ...EXPORTS]

/** Names of all shapes; the shape of a seed is the one at its remainder. */
export const SHAPES: readonly string[] = ALL.map(({ name }) => name)

/** A sheet as an office would make it, and what it says: the same for the same seed. */
export function generateSheet(seed: number): GeneratedSheet {
  const shape = ALL[seed % ALL.length]
  if (!shape) throw new Error('impossible: no shape')
  const maker = createMaker(createRandom(seed * 7919 + 13), shape.name.startsWith('export-') ? MOSTLY_CSV : undefined)
  const { cells, merges, tables, fields } = placed(maker, shape.make(maker))
  const sheet = drawn({ cells, merges }, maker.isCsv, maker.language)
  return { shape: shape.name, sheet, truth: { language: maker.language, tables, fields } }
}

function drawn({ cells, merges }: Pick<Block, 'cells' | 'merges'>, isCsv: boolean, language: 'ja' | 'en'): Sheet {
  const draft = draftSheet()
  for (const { row, column, value, style, formula } of cells)
    draft.put(row, column, value, isCsv ? undefined : style, formula)
  if (!isCsv) for (const merge of merges) draft.merge(merge)
  const name = language === 'ja' ? '集計' : 'Sheet1'
  const sheet = isCsv ? draft.toUntyped('data') : draft.toSheet(name, 'report')
  if (!sheet) throw new Error('impossible: a shape drew nothing')
  return sheet
}
