import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type CasePack, readInput, sheetInQuestion } from './case-pack.ts'
import { exportPrediction } from './export-prediction.ts'
import { structureCase } from './structure-case.ts'

/** What a case has cost, and the error where the engine has thrown one. */
export type CaseReport = { id: string; cells: number; cpuSeconds: number; error: string | null }

/** A program of its own, so that several can share the work: takes a pack and a folder, tells a line of JSON a case. */
if (import.meta.main) {
  const [packJson = '', into = ''] = process.argv.slice(2)
  // Safe: the process that starts this program has just written it.
  const pack = JSON.parse(packJson) as CasePack
  for (const { id, task } of pack.cases) console.log(JSON.stringify(await predictCase(pack, id, task, into)))
}

async function predictCase(pack: CasePack, id: string, task: string, into: string): Promise<CaseReport> {
  const { name, bytes } = readInput(pack, id)
  try {
    const structured = await structureCase(name, bytes, sheetInQuestion(pack, id))
    const file = `${into}/${id}.json`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(exportPrediction(structured, task)))
    return { id, cells: structured.cells, cpuSeconds: structured.cpuSeconds, error: null }
  } catch (error) {
    return {
      id,
      cells: 0,
      cpuSeconds: 0,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}
