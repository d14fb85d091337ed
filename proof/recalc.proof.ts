import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openCalculator } from '../server/src/engine/loader/calculator/calculate-workbook.ts'
import { testSandbox } from '../server/src/engine/sandbox/self-test.ts'
import { createLog } from '../server/src/platform/log.ts'
import { pythonRuntime } from '../server/test/python-runtime.ts'
import type { Cell } from '../spreadsheet/src/cell.ts'
import { saveWithLibreOffice } from './merge/save-with-libreoffice.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { type Alter, computeAgain, placeOf, readSaved, type SavedFormula, type Values } from './recalc/compute-again.ts'
import { type Difference, EXPLANATIONS, isSame } from './recalc/explanations.ts'
import { generateFormulas } from './recalc/generate-formulas.ts'
import { CHANGING, stripValues } from './recalc/strip-values.ts'

const { values: asked } = parseArgs({
  args: process.argv.slice(3),
  strict: false,
  options: { bench: { type: 'string' } },
})

const BENCH = resolve(fileURLToPath(new URL('..', import.meta.url)), '../shared/bench')
const bench = resolve(typeof asked.bench === 'string' ? asked.bench : BENCH)

const GENERATED = 20_000
const CONTROL_GENERATED = 2_000
const LEAST_AGREEING = 0.99
const MOST_UNSUPPORTED = 0.03

/** Values of formulas taken away and computed again, against what Excel, other programs and LibreOffice have saved. */
export const proof: Proof = {
  promise: 'Formulas that a file holds without values get those that Excel and LibreOffice compute, or none',
  isQuick: false,
  minutes: 5,
  about: ['spreadsheet/src/calculation', 'server/src/engine/loader/calculator'],
  measure: (options) => recalculate({ ...options, generated: GENERATED, files: filesIn(bench), alter: (xml) => xml }),
  // The engine is given another function in the place of one.
  control: (options) => recalculate({ ...options, generated: CONTROL_GENERATED, files: [], alter: withMaximums }),
  holds: (figures) => {
    // Safe: these are the figures of `recalculate`.
    const { formulas, agree, unsupported, unexplained } = figures as Readonly<Record<string, number>> & Counts
    const isSupported = unsupported <= MOST_UNSUPPORTED * formulas
    return isSupported && agree >= LEAST_AGREEING * (formulas - unsupported) && unexplained === 0
  },
}

const withMaximums: Alter = (xml) => xml.replaceAll('<f>SUM(', '<f>MAX(')

type Counts = { formulas: number; agree: number; differ: number; unsupported: number; unexplained: number }
type Tally = Counts & { kinds: Map<string, number>; unsupportedFunctions: Map<string, number> }
type Run = ProofOptions & { generated: number; files: readonly string[]; alter: Alter }

/** A file with values, and the same without. */
type Sample = { name: string; saved: SavedFormula[]; stripped: Buffer }

async function recalculate({ generated, files, alter, say }: Run): Promise<Figures> {
  const { holds } = await testSandbox()
  if (!holds) throw new Error('the engine runs in the sandbox only, and there is none here')
  const calculate = openCalculator(pythonRuntime(), async () => true, createLog('warn'))
  const folder = mkdtempSync(join(tmpdir(), 'bindery-recalc-'))
  chmodSync(folder, 0o711)
  const tally: Tally = { ...NONE, kinds: new Map(), unsupportedFunctions: new Map() }
  const parts: Record<string, Counts> = {}
  try {
    const made = await generatedSamples(generated)
    for (const [name, samples] of [
      ['files', filedSamples(files)],
      ['generated', made.samples],
    ] as const) {
      // biome-ignore format: one line
      const before = { ...tally }
      for await (const sample of samples) {
        const computed = await computeAgain(sample.stripped, { calculate, folder, alter })
        await judge(tally, sample, computed, say)
      }
      parts[name] = since(tally, before)
      say(`${name}: ${JSON.stringify(parts[name])}`)
    }
    const { kinds, unsupportedFunctions, ...counts } = tally
    return {
      ...counts,
      functions: made.functions,
      ...parts,
      kinds: Object.fromEntries([...kinds].map(([kind, count]) => [kind, explained(kind, count)])),
      unsupported_functions: Object.fromEntries(unsupportedFunctions),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const NONE: Counts = { formulas: 0, agree: 0, differ: 0, unsupported: 0, unexplained: 0 }

const since = (now: Counts, before: Counts): Counts => ({
  formulas: now.formulas - before.formulas,
  agree: now.agree - before.agree,
  differ: now.differ - before.differ,
  unsupported: now.unsupported - before.unsupported,
  unexplained: now.unexplained - before.unexplained,
})

function explained(kind: string, count: number) {
  const { right, why } = EXPLANATIONS.find(({ name }) => name === kind) ?? { right: '', why: '' }
  return { count, right, why }
}

async function* filedSamples(paths: readonly string[]): AsyncGenerator<Sample> {
  for (const path of paths) {
    const bytes = readFileSync(path)
    // Some are no workbooks at all: they show what refusing looks like.
    const saved = await readSaved(bytes).catch(() => [])
    if (saved.some((formula) => formula.saved !== null))
      yield { name: `${basename(dirname(path))}/${basename(path)}`, saved, stripped: await stripValues(bytes) }
  }
}

async function generatedSamples(count: number): Promise<{ samples: Sample[]; functions: number }> {
  const { books, functions } = generateFormulas(count)
  const saved = await saveWithLibreOffice(books)
  const samples: Sample[] = []
  for (const [n, stripped] of books.entries()) {
    const values = new Map(
      (await readSaved(saved[n] ?? Buffer.alloc(0))).map((formula) => [placeOf(formula), formula.saved]),
    )
    // LibreOffice spells some formulas in another way: those we wrote are counted.
    const formulas = (await readSaved(stripped)).map((formula) => ({
      ...formula,
      saved: values.get(placeOf(formula)) ?? null,
    }))
    samples.push({ name: `generated ${n}`, saved: formulas, stripped })
  }
  return { samples, functions }
}

async function judge(tally: Tally, sample: Sample, computed: Values, say: ProofOptions['say']) {
  const differing: (SavedFormula & { saved: Cell; computed: Cell })[] = []
  for (const formula of sample.saved) {
    const { saved, a1 } = formula
    if (saved === null || CHANGING.test(`${a1}(`)) continue
    tally.formulas++
    const value = computed.get(placeOf(formula))
    if (!value) {
      tally.unsupported++
      add(tally.unsupportedFunctions, /^(?:_xlfn\.)?([A-Z][A-Z0-9.]*)\(/.exec(a1)?.[1] ?? 'other')
    } else if (isSame(saved, value)) tally.agree++
    else differing.push({ ...formula, saved, computed: value })
  }
  if (differing.length === 0) return
  const office = await officeValues(sample)
  for (const formula of differing) explain(tally, sample.name, formula, office.get(placeOf(formula)) ?? null, say)
}

function explain(
  tally: Tally,
  name: string,
  formula: SavedFormula & Pick<Difference, 'saved' | 'computed'>,
  office: Cell | null,
  say: ProofOptions['say'],
) {
  tally.differ++
  const known = EXPLANATIONS.find(({ explains }) => explains({ ...formula, office }))
  if (known) {
    add(tally.kinds, known.name)
    return
  }
  tally.unexplained++
  if (tally.unexplained > 20) return
  const values = [formula.saved, formula.computed, office].map((cell) => cell?.value ?? null)
  say(`${name} ${placeOf(formula)} ${formula.a1}: saved, computed, by LibreOffice ${JSON.stringify(values)}`)
}

/** The second judge. What LibreOffice has computed already it is not asked again. */
async function officeValues({ name, stripped }: Sample): Promise<Map<string, Cell>> {
  if (name.startsWith('generated')) return new Map()
  const [saved] = await saveWithLibreOffice([stripped])
  const formulas = saved ? await readSaved(saved) : []
  return new Map(formulas.flatMap((formula) => (formula.saved ? [[placeOf(formula), formula.saved]] : [])))
}

const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}: name one with --bench=FOLDER.`)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.xls[xm]$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
