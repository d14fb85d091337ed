import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import { readingFeatures } from '@bindery-data/spreadsheet/structure/learned/reading-features.ts'
import type { Features } from '@bindery-data/spreadsheet/structure/learned/tree-model.ts'
import { readFileSheet } from '@bindery-data/spreadsheet/structure/read-file-sheet.ts'
import { withLoaders } from '../../proof/lib/read-by-loader.ts'
import { casesIn, readCase } from '../../proof/realistic/read-case.ts'
import { settledSheet } from './settled-sheet.ts'

/** A file of a pack: the verdict of its tables together, and the features of each that holds data. */
export type JudgedFile = { id: string; verdict: string; regions: readonly Features[] }

/** The files of a pack of realistic files by its own scorer, which judges a file as a whole. */
export async function judgePack(pack: string, scorer: string): Promise<JudgedFile[]> {
  const outputs = mkdtempSync(join(tmpdir(), 'bindery-train-'))
  mkdirSync(outputs, { recursive: true })
  const features = new Map<string, readonly Features[]>()
  await withLoaders(async (read) => {
    for (const id of casesIn(pack)) {
      writeFileSync(`${outputs}/${id}.json`, JSON.stringify(await readCase(read, `${pack}/${id}`)))
      features.set(id, await featuresOf(`${pack}/${id}`))
    }
  })
  const printed = execFileSync('python3', [resolve(scorer), resolve(pack), outputs, '--json'], { encoding: 'utf8' })
  rmSync(outputs, { recursive: true })
  return printed
    .trim()
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      // Safe: each line of the scorer is one case.
      const { case: id, verdict } = JSON.parse(line) as { case: string; verdict: string }
      return { id: `${basename(pack)}/${id}`, verdict, regions: features.get(id) ?? [] }
    })
}

/** None of a file that cannot be read, and of sheets that are too long to be held. */
async function featuresOf(folder: string): Promise<Features[]> {
  const name = readdirSync(folder).find((file) => file.startsWith('input.')) ?? ''
  const found: Features[] = []
  try {
    const file = await openFile(bytesOf(readFileSync(`${folder}/${name}`)), name)
    for (const place of file.sheets.keys()) {
      const sheet = await readFileSheet(file, place, name.replace(/\.\w+$/, ''))
      if (sheet && !sheet.grid.isTruncated) found.push(...settledSheet(sheet).readings.map(readingFeatures))
    }
    file.close()
  } catch {
    return []
  }
  return found
}
