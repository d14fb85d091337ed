import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { EXPLANATIONS, type Peer, UNREADABLE } from './xlsx-correct/explanations.ts'
import { makeVariants } from './xlsx-correct/make-variants.ts'
import {
  type ReadCell,
  type Reading,
  readWithBindery,
  readWithLibreOffice,
  readWithOpenpyxl,
  readWithSheetJs,
} from './xlsx-correct/reading.ts'
import { readTraps } from './xlsx-correct/trap-file.ts'

const FILES = 1300
/** So many at least, with those that packages bring. */
const FEWEST_FILES = 1500
const CONTROL_FILES = 60
const LONG_FILES = 6000
/** Of so many files variants are made. */
const VARIED = 40

/** Every cell of every file, as Bindery and as others read it. */
export const proof: Proof = {
  promise:
    'Every cell of an xlsx file is read as the file has it: where other readers differ, it is known why and who is right',
  isQuick: false,
  minutes: 6,
  about: ['spreadsheet/src/xlsx'],
  measure: ({ isLong, say }) => compareReaders(say, isLong ? LONG_FILES : FILES, (reading) => reading),
  // A reader that trims texts, as several do.
  control: ({ say }) => compareReaders(say, CONTROL_FILES, trimmed),
  holds: ({ unexplained }) => unexplained === 0,
}

type Tally = { cells: number; explained: Map<string, number>; unexplained: string[] }

type Change = (reading: Reading) => Reading

async function compareReaders(say: ProofOptions['say'], made: number, change: Change): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-xlsx-'))
  const tally: Tally = { cells: 0, explained: new Map(), unexplained: [] }
  try {
    const paths = await makeFiles(folder, made)
    say(`${paths.length} files are there`)
    if (made >= FILES && paths.length < FEWEST_FILES) throw new Error('too few files to tell anything')
    const byOpenpyxl = readWithOpenpyxl(paths)
    const byLibreOffice = readWithLibreOffice(paths, folder)
    for (const [n, path] of paths.entries()) {
      const ours = change(await readWithBindery(path))
      compare(tally, path, 'sheetjs', ours, readWithSheetJs(path))
      compare(tally, path, 'openpyxl', ours, byOpenpyxl[n] ?? { error: 'no answer' })
      compare(tally, path, 'libreoffice', ours, byLibreOffice[n] ?? { error: 'no answer' })
    }
    const { traps, wrong } = await readTraps(folder)
    tally.unexplained.push(...wrong)
    for (const difference of tally.unexplained.slice(0, 20)) say(difference)
    return {
      files: paths.length,
      cells: tally.cells,
      traps,
      unexplained: tally.unexplained.length,
      explained: Object.fromEntries([...tally.explained].map(([name, count]) => [name, explain(name, count)])),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Files made by two writers, the same spelled in other ways, and those that packages bring for their own tests. */
async function makeFiles(folder: string, count: number): Promise<string[]> {
  const python = execFileSync('scripts/spreadsheet-peers', { encoding: 'utf8' }).trim()
  execFileSync(python, ['proof/xlsx-correct/make-samples.py', folder, String(count)], { stdio: 'inherit' })
  const made = spreadsheetsIn(folder)
  for (const path of made.slice(0, VARIED)) await makeVariants(path, folder)
  const samples = execFileSync('scripts/spreadsheet-peers', ['samples'], { encoding: 'utf8' }).trim()
  return [...spreadsheetsIn(folder), ...spreadsheetsIn(samples)]
}

function spreadsheetsIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && /\.xls[xm]$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function compare(tally: Tally, path: string, peer: Peer, ours: Reading, theirs: Reading) {
  if ('error' in ours || 'error' in theirs) {
    const known = UNREADABLE.find(({ file }) => file.test(path))
    if (known) count(tally, known.name)
    else tally.unexplained.push(`${path} by ${peer}: ${JSON.stringify([ours, theirs]).slice(0, 200)}`)
    return
  }
  for (const sheet of new Set([...Object.keys(ours.sheets), ...Object.keys(theirs.sheets)])) {
    // A sheet that is not there differs in every cell of the other; LibreOffice makes an empty one of a chart.
    compareCells(tally, `${path} ${sheet}`, peer, ours.sheets[sheet] ?? {}, theirs.sheets[sheet] ?? {})
  }
}

type Cells = Readonly<Record<string, ReadCell>>

function compareCells(tally: Tally, place: string, peer: Peer, ours: Cells, theirs: Cells) {
  for (const reference of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    tally.cells++
    const [left, right] = [ours[reference], theirs[reference]]
    if (left?.[0] === right?.[0] && left?.[1] === right?.[1]) continue
    const known = EXPLANATIONS.find(
      ({ peers, files, explains }) => peers.includes(peer) && (files?.test(place) ?? true) && explains(left, right),
    )
    if (known) count(tally, known.name)
    else tally.unexplained.push(`${place}!${reference} by ${peer}: ${JSON.stringify([left, right]).slice(0, 300)}`)
  }
}

function count({ explained }: Tally, name: string) {
  explained.set(name, (explained.get(name) ?? 0) + 1)
}

function explain(name: string, count: number) {
  const { right, why } = [...EXPLANATIONS, ...UNREADABLE].find((known) => known.name === name) ?? { right: '', why: '' }
  return { count, right, why }
}

function trimmed(reading: Reading): Reading {
  if ('error' in reading) return reading
  const sheets = Object.entries(reading.sheets).map(([name, cells]) => [name, trimmedCells(cells)] as const)
  return { sheets: Object.fromEntries(sheets) }
}

function trimmedCells(cells: Cells): Cells {
  const entries = Object.entries(cells).map(([reference, [kind, value]]) => {
    const cell: ReadCell = [kind, typeof value === 'string' ? value.trim() : value]
    return [reference, cell] as const
  })
  return Object.fromEntries(entries)
}
