import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { fromWireId } from '../../server/src/platform/ids.ts'
import { type Body, callAs } from '../../server/test/client.ts'
import { countDoubled, countGaps, countLost } from '../lib/crash-judge.ts'
import { judgeSights, type Model } from './model.ts'
import { patientClient } from './patient-client.ts'
import { checkUpload } from './work.ts'

export type Judged = { url: string; token: string; postgresUrl: string; models: readonly Model[] }

/** Accepted jobs that have not ended by then are lost: a dead worker is missed after half a minute. */
const JOBS_MS = 150_000

/** Compares the answers that clients got with the stored data, when all faults are over. */
export async function judgeCluster(judged: Judged, say: (line: string) => void) {
  const client = new pg.Client({ connectionString: judged.postgresUrl })
  await client.connect()
  const found = {
    lost: 0,
    done_twice: 0,
    gaps: 0,
    wrong_reads: 0,
    newer_than_told: 0,
    refused_yet_done: 0,
    jobs: 0,
    stuck_jobs: 0,
    failed_jobs: 0,
  }
  try {
    for (const model of judged.models) {
      const workbookId = fromWireId('wb', model.workbookId)
      const call = callAs(judged.url, judged.token)
      found.jobs += model.jobs.size
      const { stuck, failed } = await awaitJobs(judged, model, say)
      found.stuck_jobs += stuck
      found.failed_jobs += failed
      found.lost += await countLost(client, workbookId, { tracks: model.watchedTables, call })
      found.lost += await countLostUploads(judged, model, say)
      found.done_twice += await countDoubled(client, workbookId)
      found.gaps += await countGaps(client, workbookId)
      found.refused_yet_done += await countRefusedYetDone(client, workbookId, model)
      for (const { wrong, newer } of model.watchedTables.map(judgeSights)) {
        for (const sight of wrong.slice(0, 3)) say(`wrong: ${JSON.stringify(sight)}`)
        found.wrong_reads += wrong.length
        found.newer_than_told += newer
      }
    }
  } finally {
    await client.end()
  }
  return found
}

/** Jobs that did not end, and those that failed as often as they may. What the others made is looked for from then on. */
async function awaitJobs({ url, token }: Judged, model: Model, say: (line: string) => void) {
  const ask = patientClient(url, token)
  const found = { stuck: 0, failed: 0 }
  const until = performance.now() + JOBS_MS
  for (const [jobId, uploaded] of model.jobs) {
    const look = async () => (await ask({ method: 'GET', path: `/api/v1/jobs/${jobId}` })).body
    let job = await look()
    while (!isOver(job) && performance.now() < until) {
      await pause(500)
      job = await look()
    }
    if (job.status === 'succeeded') model.uploaded.push(uploaded)
    else found[job.status === 'failed' ? 'failed' : 'stuck'] += 1
    if (job.status !== 'succeeded') say(`a job did not succeed: ${JSON.stringify(job)}`)
  }
  return found
}

const isOver = ({ status }: Body) => status === 'succeeded' || status === 'failed'

async function countLostUploads({ url, token }: Judged, { uploaded }: Model, say: (line: string) => void) {
  const ask = patientClient(url, token)
  let lost = 0
  for (const one of uploaded) {
    const { fault } = await checkUpload(ask, one)
    if (!fault) continue
    lost += 1
    say(`lost: ${fault}`)
  }
  return lost
}

/** Edits that the service refused, and made nevertheless. */
async function countRefusedYetDone(client: pg.Client, workbookId: string, { watchedTables }: Model): Promise<number> {
  const { rows } = await client.query({
    text: `select (cells -> '1') #>> '{}' from delta where workbook_id = $1`,
    values: [workbookId],
    rowMode: 'array',
  })
  const written = new Set(rows.map(([value]) => Number(value)))
  return watchedTables.reduce((sum, { refused }) => sum + [...refused].filter((value) => written.has(value)).length, 0)
}
