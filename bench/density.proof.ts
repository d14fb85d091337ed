import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import type { OpenReader } from '../server/src/engine/duckdb/open-reader.ts'
import { readPage, TableWorld } from '../server/test/table-world.ts'
import { countHotByPages } from './density/hot-by-pages.ts'
import { availableBytes, GIGABYTE, LEAST_AVAILABLE_BYTES, MEGABYTE } from './density/memory.ts'
import { type SeededWorkbook, seedWorkbooks } from './density/seed-workbooks.ts'

const BUDGET_BYTES = 16 * GIGABYTE
const [HOT, LONG_HOT, CONTROL_HOT] = [40, 600, 12]
const [PAGED, LONG_PAGED] = [200, 4_000]
/** Room for two or three engines. */
const CONTROL_BUDGET_BYTES = 96 * MEGABYTE
const COLD_SECONDS = 0.3
/** People open one workbook after the other; spares are started meanwhile. */
const BETWEEN_OPENINGS_MS = 1_000
const SPARES = 3
const HOT_MS = 60_000
const READ_AGAIN_MS = 40_000
const READ_AT_ONCE = 4
/** `ONLY=sql` or `ONLY=pages` measures one of the two. */
const { ONLY = '' } = process.env

/**
 * By SQL: opens workbook after workbook, reads each again within every minute, and counts those whose engine was there all the time.
 * By pages: counts the workbooks whose pages are answered from the memory of the node, without an engine.
 */
export const proof: Proof = {
  promise:
    'A node holds 600 workbooks that are asked by SQL, or 4,000 that are read page by page, in 16 GB, and a cold one answers within 0.3 seconds',
  isQuick: false,
  minutes: 20,
  about: ['server/src/engine/duckdb'],
  measure: async (options) => ({
    ...(ONLY === 'pages' ? {} : await openAll(options.isLong ? LONG_HOT : HOT, BUDGET_BYTES, options)),
    ...(ONLY === 'sql' ? {} : await countHotByPages(options.isLong ? LONG_PAGED : PAGED, BUDGET_BYTES, options)),
  }),
  // With memory for a few, the others are thrown out.
  control: async (options) => ({
    ...(await openAll(CONTROL_HOT, CONTROL_BUDGET_BYTES, options)),
    ...(await countHotByPages(CONTROL_HOT, MEGABYTE, options)),
  }),
  holds: (figures) => (ONLY === 'pages' || holdsBySql(figures)) && (ONLY === 'sql' || holdsByPages(figures)),
}

const holdsBySql = ({ hot_by_sql, wanted_by_sql, cold_first_answer_s, engines_gb }: Figures) =>
  hot_by_sql === wanted_by_sql &&
  Number(cold_first_answer_s) <= COLD_SECONDS &&
  Number(engines_gb) * GIGABYTE <= BUDGET_BYTES

const holdsByPages = ({ hot_by_pages, wanted_by_pages, pages_gb }: Figures) =>
  hot_by_pages === wanted_by_pages && Number(pages_gb) * GIGABYTE <= BUDGET_BYTES

type Node = { world: TableWorld; reader: OpenReader }
type Opened = SeededWorkbook & { pid: number; coldMs: number; readAt: number }

async function openAll(wanted: number, budgetBytes: number, { say }: ProofOptions): Promise<Figures> {
  const world = await TableWorld.open()
  try {
    const seeded = await seedWorkbooks(world, wanted, say)
    const settings = { engineMemoryBytes: budgetBytes, sandbox: 'required' as const }
    const reader = world.newReader({ spares: SPARES, settings })
    await reader.check()
    reader.warm()
    await sleep(SPARES * BETWEEN_OPENINGS_MS)
    const node = { world, reader }
    const opened: Opened[] = []
    for (const workbook of seeded) {
      if (availableBytes() < LEAST_AVAILABLE_BYTES) break
      const next = performance.now() + BETWEEN_OPENINGS_MS
      opened.push(await open(node, workbook))
      await readAgain(node, opened, READ_AGAIN_MS)
      if (opened.length % 50 === 0)
        say(`${opened.length} open, ${Math.round(availableBytes() / MEGABYTE)} MB available`)
      await sleep(Math.max(0, next - performance.now()))
    }
    await readAgain(node, opened, 0)
    return { wanted_by_sql: wanted, ...(await present(node, opened)) }
  } finally {
    await world.close()
  }
}

/** The first answer of a workbook without earlier requests; then every table is read once. */
async function open({ world, reader }: Node, workbook: SeededWorkbook): Promise<Opened> {
  const { workbookId, tableIds } = workbook
  const read = async (tableId: string) => readPage(reader, await world.readable(workbookId, tableId), { limit: 100 })
  const [first = '', ...others] = tableIds
  const began = performance.now()
  await read(first)
  const coldMs = performance.now() - began
  for (const tableId of others) await read(tableId)
  return { ...workbook, coldMs, pid: (await pidOf(reader, workbookId)) ?? 0, readAt: performance.now() }
}

/** One row of each workbook that was not read for so long. */
async function readAgain({ world, reader }: Node, opened: readonly Opened[], idleMs: number) {
  const due = opened.filter(({ readAt }) => performance.now() - readAt >= idleMs)
  const work = async () => {
    for (let workbook = due.shift(); workbook; workbook = due.shift()) {
      const tableId = workbook.tableIds[Math.floor(Math.random() * workbook.tableIds.length)] ?? ''
      const { rows } = await reader.rowsById(await world.readable(workbook.workbookId, tableId), [500], [1, 6, 10])
      if (rows.size !== 1) throw new Error('a row that was written is not there')
      workbook.readAt = performance.now()
    }
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, work))
}

async function present({ reader }: Node, opened: readonly Opened[]): Promise<Figures> {
  let [hot, bytes] = [0, 0]
  for (const { workbookId, pid, readAt } of opened) {
    const [engine] = await reader.pool.enginesOf(workbookId)
    if (!engine || engine.process.pid !== pid || performance.now() - readAt > HOT_MS) continue
    hot += 1
    bytes += await engine.process.pssBytes()
  }
  const cold = opened.map(({ coldMs }) => coldMs).sort((a, b) => a - b)
  const seconds = (share: number) => Number(((cold[Math.floor((cold.length - 1) * share)] ?? 0) / 1000).toFixed(3))
  return {
    hot_by_sql: hot,
    engines_gb: Number((bytes / GIGABYTE).toFixed(2)),
    mb_per_workbook: Number((bytes / hot / MEGABYTE).toFixed(1)),
    cold_first_answer_s: seconds(0.95),
    cold_first_answer_p50_s: seconds(0.5),
    available_mb: Math.round(availableBytes() / MEGABYTE),
  }
}

async function pidOf(reader: OpenReader, workbookId: string): Promise<number | undefined> {
  return (await reader.pool.enginesOf(workbookId))[0]?.process.pid
}
