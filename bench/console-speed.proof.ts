import { openStage, openTheatre, type Stage, type Theatre } from '../console/test/stage.ts'
import type { ApiNode } from '../proof/lib/crash-nodes.ts'
import { seedTable } from '../proof/lib/edit-cost-table.ts'
import { median, rounded } from '../proof/lib/figures.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { toWireId } from '../server/src/platform/ids.ts'
import { firstLoadKb } from './console-speed/first-load.ts'
import { GIVEN_UP_MS, jumpMs, keyMs, untilServed } from './console-speed/grid-times.ts'
import { compareWholeColumns, firstValueMs } from './console-speed/whole-column.ts'

const ROWS = 10_000_000
const JUMPS = 15
const KEYS = 40
const BARS = {
  first_load_kb: 200,
  scroll_ms: 500,
  key_ms: 50,
  values_ratio: 1.5,
  find_ratio: 1.5,
  first_value_ms: 1_000,
} as const

/**
 * The console over ten million rows: what the first page weighs, how soon a far row is there, how soon a key is answered, and what the
 * values of a column and a search take beside DuckDB.
 */
export const proof: Proof = {
  promise:
    'The console opens light, shows any of ten million rows within half a second, answers keys at once, and filters and searches whole columns as fast as DuckDB reads them',
  isQuick: false,
  minutes: 12,
  about: ['console/src'],
  measure: async ({ say }) => {
    const hall = await openHall(say)
    return { ...(await measureGrid(hall, say, { isBroken: false })), ...(await measureColumns(hall, say)) }
  },
  // All that was to come later is loaded at once, rows are sorted by the way, and the page is busy.
  control: async ({ say }) => {
    const hall = await openHall(say)
    return { ...BARS, ...(await measureGrid(hall, say, { isBroken: true }).finally(hall.close)) }
  },
  holds: (figures) =>
    figures.never_shown === 0 && Object.entries(BARS).every(([name, bar]) => Number(figures[name]) <= bar),
}

type Say = ProofOptions['say']
type Hall = { stage: Stage; workbook: string; nativeFile: string; close: () => Promise<void> }

/** Ten million rows are made once, for the measurement and for its control. */
let opened: Promise<Hall> | undefined
const openHall = (say: Say) => {
  opened ??= fillHall(say)
  return opened
}

async function fillHall(say: Say): Promise<Hall> {
  const theatre = await openTheatre()
  const node = await startOwnNode(theatre.service)
  const stage = await openStage(atNode(theatre, node))
  const table = await seedTable(theatre.service, stage.person.call, ROWS)
  const workbook = toWireId('wb', table.workbookId)
  say(`${ROWS} rows are there`)
  const nativeFile = await untilServed(stage, workbook, theatre.service.settings.cacheFolder)
  const close = async () => {
    await stage.close()
    await node.close()
    await theatre.close()
  }
  return { stage, workbook, nativeFile, close }
}

/** The node has a process of its own, so that measuring takes none of its time. */
const atNode = (theatre: Theatre, { url }: ApiNode): Theatre => ({
  ...theatre,
  service: { ...theatre.service, urls: [url] },
})

async function measureGrid({ stage, workbook }: Hall, say: Say, { isBroken }: { isBroken: boolean }): Promise<Figures> {
  const kb = await firstLoadKb(stage, isBroken ? [`/w/${workbook}/sql`, `/w/${workbook}/lineage`] : ['/'])
  say(`the first page weighs ${Math.round(kb)} KB`)
  const grid = `/w/${workbook}/tables/ledger`
  await stage.open(isBroken ? `${grid}?order=note` : grid)
  const jumps = await jumpMs(stage, ROWS, isBroken ? 3 : JUMPS)
  say(`rows are there after ${jumps.map(Math.round).join(', ')} ms`)
  await stage.open(grid)
  const keys = await keyMs(stage, KEYS, isBroken)
  return {
    first_load_kb: rounded(kb),
    scroll_ms: Math.round(median(jumps)),
    never_shown: jumps.filter((ms) => ms > GIVEN_UP_MS).length,
    key_ms: Math.round(median(keys)),
    slowest: { scroll_ms: Math.round(Math.max(...jumps)), key_ms: Math.round(Math.max(...keys)) },
    rows: ROWS,
  }
}

async function measureColumns({ stage, workbook, nativeFile }: Hall, say: Say): Promise<Figures> {
  const compared = await compareWholeColumns(stage, workbook, nativeFile)
  say(JSON.stringify(compared))
  await stage.open(`/w/${workbook}/tables/ledger`)
  return { ...compared, first_value_ms: Math.round(await firstValueMs(stage)) }
}
