import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withLoaders } from './lib/read-by-loader.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { casesIn, readCase } from './realistic/read-case.ts'
import { askedPack } from './realistic/scored-pack.ts'

/**
 * npm run -s proof realistic -- [--pack DIR] [--scorer FILE]
 * A pack holds files as people make them, each with what a careful engineer would make of it; its scorer judges the tables
 * whatever they are called and whether they are wide or long. No pack is part of this repository.
 */
const { pack, notRun, score: judge } = askedPack()
const folder = mkdtempSync(join(tmpdir(), 'bindery-realistic-'))

const LEAST_RIGHT = 0.75
const MOST_WRONG = 0.1
const MOST_FALSE_ALARMS = 0.2

export const proof: Proof = {
  promise:
    'The files people really send come out as tables that a careful person would make, and none is harmed unseen',
  isQuick: false,
  minutes: 5,
  about: ['spreadsheet/src/structure', 'server/src/engine/loader-program'],
  bars: { least_right: LEAST_RIGHT, most_wrong: MOST_WRONG, most_false_alarms: MOST_FALSE_ALARMS, harm: 0, doubled: 0 },
  notRun,
  measure: (options) => read('read', false, options),
  // Readings that break a law are followed where there are any.
  control: (options) => read('lawless', true, options),
  holds: (figures) => {
    const { cases, right, wrong, harm, doubled, invented, false_alarms: alarms } = counted(figures)
    const isKept = harm === 0 && doubled === 0 && invented === 0
    return isKept && right >= LEAST_RIGHT * cases && wrong <= MOST_WRONG * cases && alarms <= MOST_FALSE_ALARMS * cases
  },
}

// Safe: the scorer prints these figures.
const counted = (figures: Figures) => figures as Readonly<Record<string, number>> & typeof NONE
const NONE = { cases: 0, right: 0, wrong: 0, harm: 0, doubled: 0, invented: 0, false_alarms: 0 }

async function read(name: string, isLawless: boolean, { say }: ProofOptions): Promise<Figures> {
  const into = `${folder}/${name}`
  mkdirSync(into, { recursive: true })
  let seconds = 0
  const cases = casesIn(pack)
  await withLoaders(async (readFile) => {
    for (const id of cases) {
      const made = await readCase(readFile, `${pack}/${id}`, isLawless)
      seconds += made.seconds
      writeFileSync(`${into}/${id}.json`, JSON.stringify(made))
    }
  })
  const { cases: lines, summary } = judge(into)
  if (!isLawless) for (const line of lines) sayWrong(line, say)
  say(`outputs: ${into}`)
  // Safe: the last line of the scorer is its summary.
  const figures = JSON.parse(summary) as Figures
  return { ...figures, s_per_case: Number((seconds / Math.max(1, cases.length)).toFixed(3)) }
}

function sayWrong(line: string, say: (line: string) => void) {
  // Safe: each line of the scorer is one case.
  const { case: id, verdict, harm } = JSON.parse(line) as { case: string; verdict: string; harm?: boolean }
  if (verdict !== 'right') say(`${id}: ${verdict}${harm ? ', harm' : ''}`)
}
