import type { OpenedFile } from '../opened-file.ts'
import { hashOfValue } from './hash-value.ts'
import { reportShownCells } from './shown-cells.ts'

/** A sheet by its place in both files; null where it is in one only. */
export type MatchedSheet = { old: number | null; next: number | null }

/** So much of what two sheets hold is common if one is the other under a new name; less is enough at the same place. */
const RENAMED_SHARE = 0.15
const RENAMED_SHARE_IN_PLACE = 0.03
const SAMPLE_VALUES = 2_048

/** Which sheet is which: by name, and where no name is the same by what they hold. In the order of the new file, the gone ones last. */
export async function matchSheets(old: OpenedFile, next: OpenedFile): Promise<MatchedSheet[]> {
  const oldNames = old.sheets.map(({ name }) => name)
  const byName = next.sheets.map(({ name }) => oldNames.indexOf(name))
  const gone = oldNames.flatMap((_, n) => (byName.includes(n) ? [] : [n]))
  const come = byName.flatMap((found, n) => (found < 0 ? [n] : []))
  const renamed = await findRenamed({ file: old, sheets: gone }, { file: next, sheets: come })
  const kept = byName.map((found, n) => ({ old: found >= 0 ? found : (renamed.get(n) ?? null), next: n }))
  const taken = new Set(renamed.values())
  return [...kept, ...gone.filter((n) => !taken.has(n)).map((n) => ({ old: n, next: null }))]
}

type Candidates = { file: OpenedFile; sheets: readonly number[] }

/** By new sheet, the old one; the most alike first. */
async function findRenamed(old: Candidates, next: Candidates): Promise<Map<number, number>> {
  const renamed = new Map<number, number>()
  if (old.sheets.length === 0 || next.sheets.length === 0) return renamed
  const oldSamples = await sampled(old)
  const newSamples = await sampled(next)
  const alike = oldSamples
    .flatMap((a) => newSamples.map((b) => ({ old: a.sheet, next: b.sheet, share: commonShare(a, b) })))
    .filter((pair) => pair.share >= (pair.old === pair.next ? RENAMED_SHARE_IN_PLACE : RENAMED_SHARE))
    .sort((a, b) => b.share - a.share || a.next - b.next)
  const taken = new Set<number>()
  for (const pair of alike) {
    if (renamed.has(pair.next) || taken.has(pair.old)) continue
    renamed.set(pair.next, pair.old)
    taken.add(pair.old)
  }
  return renamed
}

/** Of the values of a sheet those whose hashes lie below a bound: the same choice on both sides. */
type Sample = { sheet: number; hashes: ReadonlySet<number>; below: number }

async function sampled({ file, sheets }: Candidates): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const sheet of sheets) samples.push(await sampleOf(file, sheet))
  return samples
}

async function sampleOf(file: OpenedFile, sheet: number): Promise<Sample> {
  let hashes = new Set<number>()
  let below = Number.POSITIVE_INFINITY
  await reportShownCells(file, sheet, (_row, _column, value) => {
    const hash = hashOfValue(value)
    if (hash < below) hashes.add(hash)
    if (hashes.size <= SAMPLE_VALUES) return
    below = [...hashes].sort((a, b) => a - b)[SAMPLE_VALUES / 2] ?? below
    hashes = new Set([...hashes].filter((kept) => kept < below))
  })
  return { sheet, hashes, below }
}

/** Two empty sheets have all in common. */
function commonShare(a: Sample, b: Sample): number {
  const below = Math.min(a.below, b.below)
  const ofA = [...a.hashes].filter((hash) => hash < below)
  const ofB = [...b.hashes].filter((hash) => hash < below)
  if (ofA.length + ofB.length === 0) return 1
  const common = ofA.filter((hash) => b.hashes.has(hash)).length
  return common / (ofA.length + ofB.length - common)
}
