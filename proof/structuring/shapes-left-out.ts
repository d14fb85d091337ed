import { readFileSync } from 'node:fs'
import { measureShapes } from '../../tools/train-structuring/measure-shapes.ts'
import { hashOf, OUT_OF_FOLD, type OutOfFold, type QuestionCounts } from '../../tools/train-structuring/out-of-fold.ts'
import type { Figures } from '../proof.ts'

const MODEL = new URL('../../spreadsheet/src/structure/learned/confidence.model.json', import.meta.url)
/** Trees were trained with sheets of lower numbers. */
const FIRST_SEED = 1_000_000

/**
 * Generated sheets, judged by what they were generated from, as the mean over their shapes: a shape of many sheets counts no more than
 * others. What chooses a reading was fitted to none of them, so that a shape that is left out is read as it is read anyhow.
 */
export function figuresByShape(sheets: number): Figures {
  const counts = [...measureShapes(FIRST_SEED, sheets).values()]
  const mean = (verdict: 'right' | 'usable' | 'wrong') => {
    const shares = counts.map((its) => its[verdict] / (its.right + its.usable + its.wrong))
    return Number((shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)).toFixed(4))
  }
  const figures = { right: mean('right'), usable: mean('usable'), wrong: mean('wrong') }
  return { shapes: counts.length, generated_sheets: sheets, ...figures, ...prefixed('oof_', figures) }
}

/** Whether to ask is learned. What trees say that have not seen a shape or a file, the trainer has stored with the hash of the trees. */
export function figuresOfAsking(say: (line: string) => void): Figures {
  // Safe: the trainer has written it.
  const { model, sheets, files } = JSON.parse(readFileSync(OUT_OF_FOLD, 'utf8')) as OutOfFold
  if (model !== hashOf(readFileSync(MODEL, 'utf8'))) {
    say('out-of-fold.json is of other trees: scripts/train-structuring writes both')
    return { oof_stale: true }
  }
  return {
    ...prefixed('sheets_', named(sheets.in_sample)),
    ...prefixed('oof_sheets_', named(sheets.out_of_fold)),
    ...prefixed('files_', named(files.in_sample)),
    ...prefixed('oof_files_', named(files.out_of_fold)),
  }
}

const named = ({ asked, asked_needlessly, wrong_unasked }: QuestionCounts) => ({
  asked,
  asked_needlessly,
  wrong_unasked,
})

const prefixed = (prefix: string, figures: Readonly<Record<string, number>>): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [`${prefix}${name}`, figure]))
