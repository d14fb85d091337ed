import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, renameSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBackedUpPostgres } from './disaster/backed-up-postgres.ts'
import { judge, type Ledger, newLedger, type Verdict, work } from './disaster/ledger-work.ts'
import { startNode } from './lib/crash-nodes.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const LEDGERS = 4
const PARTS = ['arrived', 'log', 'objects']
const ARCHIVE_SECONDS = 10
const MIRROR_MS = 5_000
const MOST_LOST_SECONDS = 300
const MOST_AWAY_SECONDS = 1_800

export const proof: Proof = {
  promise:
    'From the backup alone the service comes back whole: what it held some minutes before, every value of it, and its audit log',
  isQuick: false,
  minutes: 6,
  about: ['docs/operations/backup.md', 'server/src/platform', 'server/src/core/audit'],
  measure: (options) => lose(options, { isMirrored: true }),
  holds: ({ lost, rpo_s, rto_s, chains_valid, acknowledged }) =>
    lost === 0 &&
    Number(rpo_s) <= MOST_LOST_SECONDS &&
    Number(rto_s) <= MOST_AWAY_SECONDS &&
    chains_valid === true &&
    Number(acknowledged) > 50,
  // The restored database names objects that were never copied.
  control: (options) => lose(options, { isMirrored: false }),
}

async function lose({ isLong, say }: ProofOptions, { isMirrored }: { isMirrored: boolean }): Promise<Figures> {
  const place = await mkdtemp(join(tmpdir(), 'bindery-disaster-'))
  await chmod(place, 0o755)
  const site = join(place, 'site')
  const backup = join(place, 'backup')
  for (const folder of [site, backup, ...PARTS.map((part) => join(backup, part))]) await mkdir(folder)
  // PostgreSQL runs as another account where we are root.
  for (const folder of [backup, join(backup, 'arrived')]) await chmod(folder, 0o777)
  const postgres = await startBackedUpPostgres(join(place, 'postgres'), backup, ARCHIVE_SECONDS)
  const environment = {
    DATABASE_URL: postgres.url,
    REDIS_URL: '',
    SVC_S3_BUCKET: '',
    SVC_DATA_DIR: site,
    SVC_CACHE_DIR: join(place, 'cache'),
    SVC_REGISTRATION: 'open',
    SVC_LOG_LEVEL: 'error',
    // Kept with the backup. Without it no user can log in, and no signature can be checked.
    SVC_SECRET_KEY: randomBytes(32).toString('hex'),
  }
  const mirror = () => copyAcross(join(site, 'blobs'), backup, isMirrored)
  const node = await startNode(environment, join(place, 'node.log'), 'all')
  try {
    const ledgers = await Promise.all(Array.from({ length: LEDGERS }, () => newLedger(node.url)))
    const stop = new AbortController()
    const working = Promise.all(ledgers.map((ledger) => work(node.url, ledger, stop.signal)))
    await pause(5_000)
    postgres.backUp()
    copyAcross(join(site, 'blobs'), backup, true)
    say(`backed up after ${countOf(ledgers)} writes; the work goes on`)
    const mirroring = setInterval(mirror, MIRROR_MS)
    await pause(isLong ? 600_000 : 60_000)

    clearInterval(mirroring)
    const struck = performance.now()
    node.kill()
    await postgres.destroy()
    stop.abort()
    await working
    await rm(join(site, 'blobs'), { recursive: true })
    await rm(join(place, 'cache'), { recursive: true, force: true })
    say(`destroyed after ${countOf(ledgers)} writes`)

    await postgres.restore()
    await mkdir(join(site, 'blobs'), { recursive: true })
    execFileSync('cp', ['-a', `${backup}/objects/.`, join(site, 'blobs')])
    await node.up()
    const verdicts = await Promise.all(ledgers.map((ledger) => judge(node.url, ledger)))
    return figuresOf(ledgers, verdicts, struck)
  } finally {
    await node.close()
    await postgres.close()
    await rm(place, { recursive: true, force: true })
  }
}

/** A piece of log is kept only when the objects that it may name are: so nothing comes back that names what is gone. */
function copyAcross(objects: string, backup: string, isWithObjects: boolean) {
  const arrived = readdirSync(join(backup, 'arrived')).filter((piece) => !piece.endsWith('.new'))
  if (isWithObjects) execFileSync('cp', ['-a', '--no-clobber', `${objects}/.`, join(backup, 'objects')])
  for (const piece of arrived) renameSync(join(backup, 'arrived', piece), join(backup, 'log', piece))
}

const countOf = (ledgers: readonly Ledger[]) => ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)

/** No copy exists of the last writes: how far that goes back is counted apart from other losses. */
function figuresOf(ledgers: readonly Ledger[], verdicts: readonly Verdict[], struck: number): Figures {
  const missing = verdicts.flatMap((verdict) => verdict.missing)
  const oldest = Math.min(struck, ...missing.map(({ at }) => at))
  const seconds = (ms: number) => Math.round(ms / 100) / 10
  return {
    acknowledged: countOf(ledgers),
    come_back: verdicts.reduce((sum, { present }) => sum + present, 0),
    lost: verdicts.reduce((sum, { wrong }) => sum + wrong, 0),
    rpo_s: seconds(struck - oldest),
    rto_s: seconds(performance.now() - struck),
    chains_valid: verdicts.every(({ isChainValid }) => isChainValid),
  }
}
