import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { predict, type TreeModel } from '@bindery-data/spreadsheet/structure/learned/tree-model.ts'
import { REVIEW_BELOW } from '@bindery-data/spreadsheet/structure/questions/review-question.ts'

/**
 * node tools/train-structuring/out-of-fold.ts MODEL ROWS OUT_OF_FOLD: what a user is asked, and what is missed, by the trees that were trained
 * and by trees that have not seen a sheet's shape or a file. `scripts/train-structuring` calls it; the figures stay in out-of-fold.json.
 */
export type QuestionFigures = {
  cases: number
  /** Below what confidence a user is asked. */
  below: number
  in_sample: QuestionCounts
  out_of_fold: QuestionCounts
}

/** Shares of all cases that are asked about, and that are so although they are right; and of wrong ones among the others. */
export type QuestionCounts = { asked: number; asked_needlessly: number; wrong_unasked: number }

/** `model`: the SHA-256 of the trees that the figures belong to. */
export type OutOfFold = { model: string; sheets: QuestionFigures; files: QuestionFigures }

type Row = { id: string; group: string; verdict: string; features: Readonly<Record<string, number>> }
type Said = Pick<Row, 'id' | 'group' | 'verdict'> & { said: number }

export const OUT_OF_FOLD = fileURLToPath(new URL('out-of-fold.json', import.meta.url))

export const hashOf = (model: string) => createHash('sha256').update(model).digest('hex')

export function outOfFoldOf(model: string, rows: readonly Row[], leftOut: readonly Said[]): OutOfFold {
  // Safe: train.py has written it.
  const trees = JSON.parse(model) as TreeModel
  const seen = rows.map((row): Said => ({ ...row, said: predict(trees, row.features) }))
  const figuresOf = (isOf: (row: Said) => boolean): QuestionFigures => ({
    cases: casesOf(seen.filter(isOf)).length,
    below: REVIEW_BELOW,
    in_sample: askedOf(casesOf(seen.filter(isOf))),
    out_of_fold: askedOf(casesOf(leftOut.filter(isOf))),
  })
  const isFile = ({ group }: Said) => group.startsWith('file ')
  return { model: hashOf(model), sheets: figuresOf((row) => !isFile(row)), files: figuresOf(isFile) }
}

type Case = { verdict: string; said: number }

/** A sheet or a file is as sure as the least sure of its tables. */
function casesOf(rows: readonly Said[]): Case[] {
  const byCase = Map.groupBy(rows, ({ id }) => id.slice(0, id.lastIndexOf('/')))
  return [...byCase.values()].map((its) => ({
    verdict: its[0]?.verdict ?? '',
    said: Math.min(...its.map(({ said }) => said)),
  }))
}

function askedOf(cases: readonly Case[]): QuestionCounts {
  const [asked, others] = [cases.filter(isAsked), cases.filter((one) => !isAsked(one))]
  return {
    asked: share(asked.length, cases.length),
    asked_needlessly: share(asked.filter(({ verdict }) => verdict === 'right').length, cases.length),
    wrong_unasked: share(others.filter(({ verdict }) => verdict === 'wrong').length, others.length),
  }
}

const isAsked = ({ said }: Case) => said < REVIEW_BELOW

const share = (part: number, whole: number) => Number((part / Math.max(1, whole)).toFixed(4))

const readLines = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    // Safe: confidence-rows.ts and train.py write each line so.
    .map((line) => JSON.parse(line) as T)

if (import.meta.main) {
  const [model = '', rows = '', leftOut = ''] = process.argv.slice(2)
  const figures = outOfFoldOf(readFileSync(model, 'utf8'), readLines<Row>(rows), readLines<Said>(leftOut))
  writeFileSync(OUT_OF_FOLD, `${JSON.stringify(figures, null, 2)}\n`)
}
