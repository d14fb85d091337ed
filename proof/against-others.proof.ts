import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLoaders } from './lib/read-by-loader.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { casesIn, readCase } from './realistic/read-case.ts'
import { askedPack } from './realistic/scored-pack.ts'

/**
 * npm run -s proof against-others -- [--pack DIR] [--scorer FILE]
 * Files as people make them, read by us and by programs that others use for it, judged by one scorer. A pack and its scorer are
 * no part of this repository.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { pack, notRun, score: judge } = askedPack()
const folder = mkdtempSync(join(tmpdir(), 'bindery-against-others-'))

const OTHERS = ['markitdown', 'docling', 'pandas', 'polars'] as const

type Counted = { right: number; usable: number; wrong: number; harm: number; errors: number }

export const proof: Proof = {
  promise: 'The files people really send come out right more often than from other programs, and are harmed less often',
  isQuick: false,
  minutes: 20,
  about: ['spreadsheet/src/structure', 'server/src/engine/loader-program'],
  notRun,
  measure: async (options) => {
    const into = `${folder}/ours`
    mkdirSync(into, { recursive: true })
    await withLoaders(async (read) => {
      for (const id of casesIn(pack))
        writeFileSync(`${into}/${id}.json`, JSON.stringify(await readCase(read, `${pack}/${id}`)))
    })
    return compared(score('ours'), options)
  },
  // What pandas makes of the files stands in the place of ours.
  control: async (options) => compared(readByOther('pandas'), options),
  holds: (figures) => {
    // Safe: `compared` makes them.
    const { ours, ...others } = figures as Record<'ours' | (typeof OTHERS)[number], Counted>
    return Object.values(others).every((other) => ours.right > other.right && ours.harm < other.harm)
  },
}

const known = new Map<string, Counted>()

function compared(ours: Counted, { say }: ProofOptions): Figures {
  for (const tool of OTHERS) {
    if (!known.has(tool)) say(`${tool} …`)
    known.set(tool, known.get(tool) ?? readByOther(tool))
  }
  return { ours, ...Object.fromEntries(known) }
}

function readByOther(tool: (typeof OTHERS)[number]): Counted {
  const python = execFileSync(`${ROOT}scripts/table-extractors`, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
  const program = `${ROOT}proof/against-others/read-by-others.py`
  execFileSync(python, [program, tool, pack, `${folder}/${tool}`], { stdio: ['ignore', 'ignore', 'inherit'] })
  return score(tool)
}

/** A case that is wrong because the program has said that it cannot read it misleads no reader: it is no harm. */
function score(name: string): Counted {
  const { summary } = judge(`${folder}/${name}`)
  // Safe: the last line of the scorer is its summary.
  const { right, usable, wrong, harm } = JSON.parse(summary) as Omit<Counted, 'errors'>
  return { right, usable, wrong, harm, errors: errorsOf(`${folder}/${name}`) }
}

const errorsOf = (outputs: string) =>
  casesIn(pack).filter((id) => {
    // Safe: every reader writes it so.
    const { error } = JSON.parse(readFileSync(`${outputs}/${id}.json`, 'utf8')) as { error: string | null }
    return error !== null
  }).length
