import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuSecondsOf } from './lib/cpu-seconds.ts'
import { type FolderAgent, readRunning, startAgent, stopNode } from './local-mode/folder-agent.ts'
import { installPackages } from './local-mode/install-packages.ts'
import { judgeWork } from './local-mode/judge-work.ts'
import { makeFiles } from './local-mode/ten-files.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const MOST_COLD_S = 10
const MOST_WARM_S = 2
const CHECKS = 14

export const proof: Proof = {
  promise:
    'One command gives an agent the spreadsheets of a folder: ready within 10 s cold and 2 s warm, read again when they change, written only where allowed',
  isQuick: false,
  minutes: 5,
  about: ['server/src/main/local'],
  measure: (options) => walk(options, () => {}),
  holds: ({ seconds_cold, seconds_warm, checks, failed, sandboxed }) =>
    isWithin(seconds_cold, MOST_COLD_S) &&
    isWithin(seconds_warm, MOST_WARM_S) &&
    checks === CHECKS &&
    failed === 0 &&
    (sandboxed === true || process.platform !== 'linux'),
  // Every path counts as inside the folder that was allowed, and a file that is known counts as unchanged.
  control: (options) => walk(options, breakRules),
}

const isWithin = (seconds: unknown, most: number) => typeof seconds === 'number' && seconds <= most

/** In the installed package, as a mistake of ours would be. */
function breakRules(installed: string) {
  const local = join(installed, 'node_modules/bindery-data/server/src/main/local')
  replace(join(local, 'folder-files.js'), /const way = relative\(folder, path\)/, 'if (folder) return true\n  $&')
  replace(
    join(local, 'follow-folder.js'),
    /kept !== undefined &&\s+!kept\.isGone/,
    'kept !== undefined || kept === null',
  )
}

function replace(file: string, pattern: RegExp, by: string) {
  const source = readFileSync(file, 'utf8')
  const broken = source.replace(pattern, by)
  if (broken === source) throw new Error(`${file} is not what the control breaks`)
  writeFileSync(file, broken)
}

async function walk({ say }: ProofOptions, change: (installed: string) => void): Promise<Figures> {
  const root = mkdtempSync(join(tmpdir(), 'bindery-local-'))
  const agents: FolderAgent[] = []
  const place = { root, folder: join(root, 'in'), out: join(root, 'out'), state: join(root, 'state') }
  try {
    const installed = await installPackages(join(root, 'installed'))
    change(installed)
    makeFiles(place.folder)
    const timed = async (what: string) => {
      const began = performance.now()
      const agent = await startAgent(installed, place)
      agents.push(agent)
      const listed = await agent.whenRead()
      const seconds = Math.round((performance.now() - began) / 10) / 100
      say(`${what}: ${seconds} s until ten files were read, at a load of ${loadavg()[0]?.toFixed(1)}`)
      return { agent, listed, seconds }
    }
    const cold = await timed('cold')
    const cpu_s_cold = Math.round(cpuSecondsOf(readRunning(place.state)?.pid ?? 0) * 10) / 10
    say(`cold: ${cpu_s_cold} s of processor time`)
    const { faults, checks, sandboxed } = await judgeWork(cold.agent, place, cold.listed)
    await cold.agent.close()
    const warm = await timed('warm')
    await warm.agent.close()
    await stopNode(place.state)
    const again = await timed('stopped before')
    await again.agent.close()
    const isKept = JSON.stringify(warm.listed) === JSON.stringify(again.listed)
    if (!isKept) faults.push('a service that starts again has the same files')
    for (const fault of faults) say(`FAILED: ${fault}`)
    return {
      seconds_cold: cold.seconds,
      seconds_warm: warm.seconds,
      seconds_stopped: again.seconds,
      cpu_s_cold,
      files: 10,
      checks: checks + 1,
      failed: faults.length,
      sandboxed,
      load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    }
  } finally {
    for (const agent of agents) await agent.close()
    await stopNode(place.state)
    rmSync(root, { recursive: true, force: true })
  }
}
