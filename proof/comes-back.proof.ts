import { newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { DOORS, type HistoryWorkbook, runHistory, type Tally } from './comes-back/history.ts'
import { seededRandom } from './hostile-files/random.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const HISTORIES = 1_000
/** So many must have been judged: a busy machine does fewer than all. */
const LEAST = 100
const CONTROL_HISTORIES = 25
const MOST_MS = Number(process.env.MINUTES ?? 12) * 60_000
const AT_ONCE = 2
const PER_WORKBOOK = 20

/** Files that come again through every door, over tables that were edited, annotated and sent out meanwhile. */
export const proof: Proof = {
  promise:
    'The next edition of a file undoes no edit unseen, says what it overwrites, and keeps the ids of rows it has again',
  isQuick: false,
  minutes: 25,
  about: ['server/src/work/sources', 'server/src/core/conflicts'],
  measure: (options) => histories(options, { wanted: HISTORIES, least: LEAST }, async () => {}),
  // The check is off: every edit is taken for something that the file itself made.
  control: (options) =>
    histories(options, { wanted: CONTROL_HISTORIES, least: CONTROL_HISTORIES }, async ({ admin }) => {
      await admin.query(`
        update op set detail = op.detail || jsonb_build_object('made_of', jsonb_build_object(op.table_id::text, ''))
        where op.kind in ('rows.upsert', 'rows.delete') and op.table_id is not null`)
    }),
  holds: ({ histories: judged, least, lost_edits, silent, row_ids_kept, lost_annotations, lost_returns }) =>
    Number(judged) >= Number(least) &&
    lost_edits === 0 &&
    silent === 0 &&
    row_ids_kept === 1 &&
    lost_annotations === 0 &&
    lost_returns === 0,
}

const newTally = (): Tally => ({
  histories: 0,
  doors: { revise: 0, push: 0, revert: 0, sync: 0 },
  refused: 0,
  undone: 0,
  lost_edits: 0,
  silent: 0,
  matching: 0,
  kept: 0,
  lost_annotations: 0,
  lost_returns: 0,
})

async function histories(
  { say }: ProofOptions,
  { wanted, least }: { wanted: number; least: number },
  spoil: (service: RunningService) => Promise<void>,
): Promise<Figures> {
  const seed = Number(process.env.SEED ?? 20_261_119)
  const tally = newTally()
  const until = performance.now() + MOST_MS
  const service = await runService({ checkResponses: false })
  let next = 0
  const one = async (lane: number) => {
    const random = seededRandom(seed + lane)
    let place: HistoryWorkbook | null = null
    while (next < wanted && performance.now() < until) {
      const n = next++
      if (!place || n % PER_WORKBOOK < AT_ONCE) place = await newPlace(service, { random, tally, say, spoil })
      await runHistory(place, n)
      if (n % 50 === 0) say(`${n}: ${JSON.stringify(tally)}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => one(lane)))
  } finally {
    await service.close()
  }
  const { matching, kept, ...counts } = tally
  const doors = DOORS.filter((door) => tally.doors[door] > 0).length
  return {
    seed,
    least,
    ...counts,
    doors: { ...tally.doors, of: doors },
    rows_matching: matching,
    row_ids_kept: kept / Math.max(matching, 1),
  }
}

type Kit = Pick<HistoryWorkbook, 'random' | 'tally' | 'say'> & { spoil: (service: RunningService) => Promise<void> }

async function newPlace(service: RunningService, { spoil, ...kit }: Kit): Promise<HistoryWorkbook> {
  const url = service.urls[0] ?? ''
  const owner = await newPerson(url)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Comes back' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  return { ...kit, url, owner, at, spoil: () => spoil(service) }
}
