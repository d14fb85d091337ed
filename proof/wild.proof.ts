import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runWithJobs } from '../server/test/run-with-jobs.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { casesIn } from './realistic/read-case.ts'
import { askedPack } from './realistic/scored-pack.ts'
import { readWildIndex, type WildCase } from './wild/publishers.ts'
import { newReader } from './wild/read-over-http.ts'

/**
 * npm run -s proof wild -- [--pack DIR] [--scorer FILE] [--case ID] [--json]
 * Files that people, agencies, companies and schools published, each uploaded to a running service and judged by its truth.
 * The pack is not part of this repository.
 */
const { pack, notRun, score, options } = askedPack('wild')
const folder = mkdtempSync(join(tmpdir(), 'bindery-wild-'))
/** Of the control: enough to see that nothing is right. */
const CONTROL_EVERY = 10

export const proof: Proof = {
  promise: 'The spreadsheets that people really published come out as tables that a careful person would make',
  isQuick: false,
  minutes: 30,
  about: ['spreadsheet/src', 'server/src/engine/loader-program', 'server/src/work/sources'],
  bars: {
    right: 0.52,
    right_or_usable: 0.72,
    harm: 0.05,
    plain_right: 0.96,
    kept_out_right: 0.47,
    kept_out_harm: 0.08,
  },
  notRun,
  measure: (asked) => read('read', 1, asked),
  // Sheets are stored as they are, and nothing is understood.
  control: (asked) => read('raw', CONTROL_EVERY, asked),
  holds: (figures) => {
    // Safe: they are made below.
    const { cases, right, usable, harm, plain, kept_out: keptOut } = figures as WildFigures
    return (
      cases > 0 &&
      right >= 0.52 * cases &&
      right + usable >= 0.72 * cases &&
      harm <= 0.05 * cases &&
      plain.right >= 0.96 * plain.cases &&
      keptOut.right >= 0.47 * keptOut.cases &&
      keptOut.harm <= 0.08 * keptOut.cases
    )
  },
}

type Tally = { cases: number; right: number; usable: number; wrong: number; harm: number }
type WildFigures = Tally & { plain: Tally; kept_out: Tally; asked: number; seconds: number }
type Judged = { case: string; verdict: 'right' | 'usable' | 'wrong'; harm?: boolean }

async function read(name: string, every: number, { say }: ProofOptions): Promise<Figures> {
  const index = readWildIndex(pack)
  const into = `${folder}/${name}`
  mkdirSync(into, { recursive: true })
  const cases = casesIn(pack).filter((id, n) => (options.case ? id === options.case : n % every === 0))
  const service = await runWithJobs({ checkResponses: false })
  const took: number[] = []
  let asked = 0
  try {
    const readFile = await newReader(service.urls[0] ?? '')
    for (const id of cases) {
      const language = index.get(id)?.language === 'ja' ? 'ja' : 'en'
      const made = await readFile(`${pack}/${id}`, language, name === 'raw')
      took.push(made.seconds)
      if (made.needs_review) asked += 1
      writeFileSync(`${into}/${id}.json`, JSON.stringify(made))
    }
  } finally {
    await service.close()
  }
  // One by one: the scorer takes minutes for cases that were not read. Safe: a line of it is one case.
  const ours = cases.flatMap((id) => score(into, id).cases.map((line) => JSON.parse(line) as Judged))
  for (const one of ours)
    if (options.isJson || one.verdict !== 'right') say(options.isJson ? JSON.stringify(one) : lineOf(one))
  say(`outputs: ${into}`)
  const of = (test: (about: WildCase | undefined) => boolean) =>
    tallied(ours.filter(({ case: id }) => test(index.get(id))))
  return {
    ...of(() => true),
    plain: of((about) => about?.isPlain === true),
    kept_out: of((about) => about?.isKeptOut === true),
    asked,
    seconds: Number((took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0).toFixed(2)),
  }
}

const lineOf = ({ case: id, verdict, harm }: Judged) => `${id}: ${verdict}${harm ? ', harm' : ''}`

const tallied = (judged: readonly Judged[]): Tally => ({
  cases: judged.length,
  right: judged.filter(({ verdict }) => verdict === 'right').length,
  usable: judged.filter(({ verdict }) => verdict === 'usable').length,
  wrong: judged.filter(({ verdict }) => verdict === 'wrong').length,
  harm: judged.filter(({ harm }) => harm === true).length,
})
