import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { dataSetOf, linkPack, openPack, readInput, sheetInQuestion } from './case-pack.ts'
import { exportPrediction } from './export-prediction.ts'
import { type Scores, scoreCases } from './run-scorer.ts'
import { structureCase } from './structure-case.ts'

/**
 * node proof/structuring/compare-confidence.ts [every n-th]: what is said of the tables of the development cases, which no model was
 * trained with, beside how many of them are right as far as their truth goes. A case is as sure as its least sure table.
 */
type Judge = { about: string; isRight: (scores: Scores) => boolean }

const reaches = (metric: string, member: string, least: number) => (scores: Scores) =>
  (scores[metric]?.[member] ?? 0) >= least

const JUDGES: Readonly<Record<string, Judge>> = {
  'gen-reports': { about: 'all tables', isRight: reaches('gen-reports.case_all_tables', 'score', 1) },
  troy200: { about: 'values with their names', isRight: reaches('troy200.entry_label', 'F1', 0.99) },
  'jp-securities-facts': {
    about: 'values with their units',
    isRight: reaches('jp-securities-facts.value_acc', 'score', 0.99),
  },
  atbench: { about: 'the relation', isRight: reaches('atbench.relation_hit@1', 'score', 1) },
  foofah: { about: 'the relation', isRight: reaches('foofah.relation_hit@1', 'score', 1) },
  'enron-tables': { about: 'boxes', isRight: reaches('enron-tables.region_EoB0', 'F1', 1) },
  fuste: { about: 'boxes', isRight: reaches('fuste.region_EoB0', 'F1', 1) },
}

if (import.meta.main) {
  const every = Number(process.argv[2] ?? 1)
  const pack = openPack({ only: Object.keys(JUDGES), every })
  const folder = mkdtempSync(join(tmpdir(), 'bindery-compare-confidence-'))
  const said = new Map<string, number>()
  for (const { id, task } of pack.cases) {
    const { name, bytes } = readInput(pack, id)
    const structured = await structureCase(name, bytes, sheetInQuestion(pack, id)).catch(() => null)
    // A file that is refused says nothing of its tables.
    if (!structured) continue
    const file = `${folder}/predictions/${id}.json`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(exportPrediction(structured, task)))
    const tables = structured.sheets.flatMap(({ regions }) => regions.filter(({ kind }) => kind === 'data'))
    if (tables.length > 0) said.set(id, Math.min(...tables.map(({ confidence }) => confidence)))
  }
  linkPack(pack, `${folder}/pack`)
  const scores = await scoreCases(`${folder}/pack`, `${folder}/predictions`)
  for (const [dataSet, { about, isRight }] of Object.entries(JUDGES)) {
    const its = [...said].filter(([id]) => dataSetOf(id) === dataSet)
    const judged = its.map(([id, share]) => ({ share, isRight: isRight(scores.get(id) ?? {}) }))
    const sure = judged.filter(({ share }) => share >= 0.9)
    const unsure = judged.filter(({ share }) => share < 0.5)
    console.log(
      `${dataSet} (${about}): ${judged.length} cases, said ${mean(judged.map(({ share }) => share))}, right ${right(judged)}; ` +
        `0.9 or more: ${sure.length}, right ${right(sure)}; below 0.5: ${unsure.length}, right ${right(unsure)}`,
    )
  }
}

function right(judged: readonly { isRight: boolean }[]): string {
  return mean(judged.map(({ isRight }) => Number(isRight)))
}

function mean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(3)
}
