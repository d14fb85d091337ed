import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** A pack of files with their truth, and the program that judges tables by it. Neither is part of this repository. */
export type ScoredPack = {
  pack: string
  /** Why a proof cannot run on it. */
  notRun: () => string | null
  /** What the scorer says of the outputs in a folder: a line for each case, or for one, and its summary. */
  score: (outputs: string, one?: string) => { cases: string[]; summary: string }
  /** `--case ID`: that one alone. `--json`: a line of JSON for each case. */
  options: { case: string | null; isJson: boolean }
}

const BENCH = resolve(fileURLToPath(new URL('../..', import.meta.url)), '../shared/bench')

/** The one that `--pack DIR` and `--scorer FILE` name, or the one of that name beside the repository. */
export function askedPack(name = 'realistic'): ScoredPack {
  const { values: asked } = parseArgs({
    args: process.argv.slice(3),
    strict: false,
    options: {
      pack: { type: 'string' },
      scorer: { type: 'string' },
      case: { type: 'string' },
      json: { type: 'boolean' },
    },
  })
  const pathOf = (value: unknown, otherwise: string) => resolve(typeof value === 'string' ? value : otherwise)
  const pack = pathOf(asked.pack, `${BENCH}/${name}`)
  const scorer = pathOf(asked.scorer, `${BENCH}/score_realistic.py`)
  const score = (outputs: string, one?: string) => {
    const options = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const
    const only = one === undefined ? [] : ['--case', one]
    const lines = execFileSync('python3', [scorer, pack, outputs, '--json', ...only], options)
      .trim()
      .split('\n')
    return { cases: lines.slice(0, -1), summary: lines.at(-1) ?? '{}' }
  }
  const missing = [pack, scorer].find((path) => !existsSync(path))
  const notRun = () =>
    missing ? `${missing} is not there: name a pack with --pack and its scorer with --scorer` : null
  const options = { case: typeof asked.case === 'string' ? asked.case : null, isJson: asked.json === true }
  return { pack, notRun, score, options }
}
