import { findTime } from '../../core/jobs/job-overview.store.ts'
import { findPythonRuntime } from '../../engine/python/python-runtime.ts'
import { type SandboxReport, testSandbox } from '../../engine/sandbox/self-test.ts'
import type { Platform } from '../../platform/context.ts'
import { pingDatabase } from '../../platform/database/durability.store.ts'
import { countMissingMigrations } from '../../platform/database/migrations.ts'

/** `isNeeded`: the service does not work without. */
export type Finding = { what: string; isFine: boolean; isNeeded: boolean; detail: string }

/** What is signed is refused by others five minutes later; sessions and leases are finer. */
const MOST_DRIFT_MS = 5_000

/** Whether everything that a node needs is there, for its operator. */
export async function checkNode(
  platform: Platform,
  test: () => Promise<SandboxReport> = testSandbox,
): Promise<Finding[]> {
  const { db, blobs, settings } = platform
  const needed = (what: string, probe: () => Promise<string>) => find(what, true, probe)
  return [
    await needed('database', async () => {
      await pingDatabase(db)
      return 'answers, and keeps what it acknowledges'
    }),
    await needed('migrations', async () => {
      const missing = await countMissingMigrations(db)
      if (missing > 0) throw new Error(`${missing} are missing. Run: bindery migrate`)
      return 'all applied'
    }),
    await needed('object store', async () => {
      await blobs.check()
      return settings.blobs.kind === 'folder' ? settings.blobs.folder : `bucket ${settings.blobs.bucket}`
    }),
    await needed('clock', () => compareClocks(platform)),
    ...(await findSandboxed(platform, test)),
  ]
}

async function compareClocks({ db, now }: Platform): Promise<string> {
  const before = now().getTime()
  const there = (await findTime(db)).getTime()
  const drift = Math.max(0, before - there, there - now().getTime())
  if (drift > MOST_DRIFT_MS)
    throw new Error(`${Math.round(drift / 1000)} s from the clock of PostgreSQL. Set both by NTP.`)
  return `${Math.round(drift)} ms from the clock of PostgreSQL`
}

async function findSandboxed({ settings }: Platform, test: () => Promise<SandboxReport>): Promise<Finding[]> {
  const { holds, checks, memoryLimit } = await test()
  const faults = checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)
  const sandbox = {
    what: 'sandbox',
    isFine: holds,
    isNeeded: settings.sandbox === 'required',
    detail: holds ? `holds; memory is limited by ${memoryLimit}` : faults.join('; ').slice(0, 300),
  }
  const hasPython = findPythonRuntime(settings.python.runtime) !== undefined
  const detail = hasPython
    ? 'its runtime is there'
    : 'no runtime. Make one with scripts/python-runtime and set SVC_PYTHON_RUNTIME'
  return [
    sandbox,
    {
      what: 'Python',
      isFine: hasPython && holds,
      isNeeded: false,
      detail: holds ? detail : 'runs in the sandbox only',
    },
  ]
}

async function find(what: string, isNeeded: boolean, probe: () => Promise<string>): Promise<Finding> {
  try {
    return { what, isFine: true, isNeeded, detail: await probe() }
  } catch (error) {
    return { what, isFine: false, isNeeded, detail: error instanceof Error ? error.message.slice(0, 300) : 'failed' }
  }
}

export const describeFinding = ({ what, isFine, isNeeded, detail }: Finding) =>
  `${isFine ? '✓' : isNeeded ? '✗' : '–'} ${what.padEnd(13)} ${detail}`
