import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { CasePack, PackCase } from './case-pack.ts'
import type { SourceChange } from './change-source.ts'
import type { CaseReport } from './predict-cases.ts'

const PROGRAM = fileURLToPath(new URL('predict-cases.ts', import.meta.url))
const CHANGE_SOURCE = new URL('change-source.ts', import.meta.url).href
/** A case that takes longer hangs. */
const LONGEST_CASE_MS = 300_000
/** So few that the list fits the arguments of a program. */
const CASES_A_PROGRAM = 200

/** Structures all cases of a pack in `jobs` programs at once and leaves their predictions in a folder. */
export async function predictPack(
  pack: CasePack,
  into: string,
  jobs: number,
  changes: readonly SourceChange[] = [],
): Promise<CaseReport[]> {
  const shares: PackCase[][] = []
  for (let n = 0; n < pack.cases.length; n += CASES_A_PROGRAM) shares.push(pack.cases.slice(n, n + CASES_A_PROGRAM))
  const reports: CaseReport[] = []
  const work = async () => {
    for (let share = shares.shift(); share; share = shares.shift()) {
      const { done, left } = await predictShare({ ...pack, cases: share }, into, changes)
      reports.push(...done)
      if (left.length > 0) shares.unshift(left)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return reports
}

/** The cases after one that hangs are left. */
async function predictShare(
  pack: CasePack,
  into: string,
  changes: readonly SourceChange[],
): Promise<{ done: CaseReport[]; left: PackCase[] }> {
  const changed = changes.length > 0 ? ['--import', CHANGE_SOURCE] : []
  const programArguments = [JSON.stringify(pack), into, ...(changes.length > 0 ? [JSON.stringify(changes)] : [])]
  const program = spawn(process.execPath, [...changed, PROGRAM, ...programArguments], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const done: CaseReport[] = []
  let deadline = setTimeout(() => program.kill('SIGKILL'), LONGEST_CASE_MS)
  for await (const line of createInterface({ input: program.stdout })) {
    // Safe: predict-cases.ts writes nothing else.
    done.push(JSON.parse(line) as CaseReport)
    clearTimeout(deadline)
    deadline = setTimeout(() => program.kill('SIGKILL'), LONGEST_CASE_MS)
  }
  clearTimeout(deadline)
  const stuck = pack.cases[done.length]
  if (!stuck) return { done, left: [] }
  done.push({ id: stuck.id, cells: 0, cpuSeconds: 0, error: 'hangs, or ends the program' })
  return { done, left: pack.cases.slice(done.length) }
}
