import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** A folder of cases: `MANIFEST.json` lists them, `<data set>/<case>/` holds input and truth. */
export type CasePack = { folder: string; cases: readonly PackCase[] }

export type PackCase = { id: string; task: string }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DEVELOPMENT_CASES = resolve(ROOT, '../shared/bench/structuring')

/** The cases of a pack, or every n-th of some of its data sets. Throws where there is no pack. */
export function openPack({ folder = DEVELOPMENT_CASES, only, every = 1 }: PackChoice): CasePack {
  const manifest = `${folder}/MANIFEST.json`
  if (!existsSync(manifest)) throw new Error(`no pack of cases in ${folder}: say where one is with --pack`)
  // Safe: the layout of a pack; a case that is no such one fails when it is read.
  const { cases } = JSON.parse(readFileSync(manifest, 'utf8')) as { cases: PackCase[] }
  const chosen = cases.filter(({ id }) => !only || only.includes(dataSetOf(id)))
  return { folder, cases: chosen.filter((_, n) => n % every === 0) }
}

export type PackChoice = {
  folder?: string | undefined
  only?: readonly string[] | undefined
  every?: number | undefined
}

export const dataSetOf = (id: string) => id.split('/', 1)[0] ?? ''

/** A pack in a folder of its own that holds these cases only: the scorer takes a pack as a whole. */
export function linkPack(pack: CasePack, folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/MANIFEST.json`, JSON.stringify({ cases: pack.cases }))
  for (const name of new Set(pack.cases.map(({ id }) => dataSetOf(id))))
    if (!existsSync(`${folder}/${name}`)) symlinkSync(resolve(pack.folder, name), `${folder}/${name}`)
}

const INPUTS = ['input.xlsx', 'input.csv', 'input.csv.gz']

/** The file to be structured, under its own name. */
export function readInput(pack: CasePack, id: string): { name: string; bytes: Buffer } {
  const name = INPUTS.find((each) => existsSync(`${pack.folder}/${id}/${each}`))
  if (!name) throw new Error(`${id} has no input`)
  const bytes = readFileSync(`${pack.folder}/${id}/${name}`)
  return name.endsWith('.gz') ? { name: name.slice(0, -3), bytes: gunzipSync(bytes) } : { name, bytes }
}

/** The one sheet the truth is about, of a workbook that has several; null: all of them. Nothing else of the truth is read. */
export function sheetInQuestion(pack: CasePack, id: string): string | null {
  const file = `${pack.folder}/${id}/expected.json`
  if (!existsSync(file)) return null
  // Safe: the layout of a pack.
  const { sheet } = JSON.parse(readFileSync(file, 'utf8')) as { sheet?: string }
  return sheet ?? null
}
