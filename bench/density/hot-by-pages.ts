import { hash } from 'node:crypto'
import type { Figures, ProofOptions } from '../../proof/proof.ts'
import type { Reader } from '../../server/src/engine/reading/reader.ts'
import type { ReadableTable } from '../../server/src/engine/table/readable-table.ts'
import { TableWorld } from '../../server/test/table-world.ts'
import { availableBytes, GIGABYTE, LEAST_AVAILABLE_BYTES } from './memory.ts'
import { type SeededWorkbook, seedWorkbooks } from './seed-workbooks.ts'

/** Engines read each page once. They are few, so that the memory left is that of the pages. */
const ENGINES_BYTES = GIGABYTE
const SPARES = 2
const AT_ONCE = 2
const PAGE_ROWS = 100

/**
 * Reads the first page of every table, as people who open a workbook do, ends all engines, and reads every page again: a workbook is
 * hot whose ten tables still answer with the same bytes.
 */
export async function countHotByPages(wanted: number, budgetBytes: number, { say }: ProofOptions): Promise<Figures> {
  const world = await TableWorld.open()
  try {
    const seeded = await seedWorkbooks(world, wanted, say)
    const settings = {
      engineMemoryBytes: ENGINES_BYTES,
      pageCacheBytes: budgetBytes,
      sandbox: 'required' as const,
    }
    const reader = world.newReader({ spares: SPARES, settings })
    await reader.check()
    const before = process.memoryUsage().rss
    const first = await readAll({ world, reader, say }, seeded)
    const pagesBytes = process.memoryUsage().rss - before
    await reader.pool.close()
    const began = performance.now()
    const again = await readAll({ world, reader, say: () => undefined }, seeded)
    const isHot = (read: Pages | undefined, pages: Pages) =>
      read?.every((page, n) => page !== null && page === pages[n])
    return {
      wanted_by_pages: wanted,
      hot_by_pages: [...first].filter(([workbookId, pages]) => isHot(again.get(workbookId), pages)).length,
      pages_gb: Number((pagesBytes / GIGABYTE).toFixed(2)),
      ms_per_kept_page: Number(
        ((performance.now() - began) / (seeded.length * (seeded[0]?.tableIds.length ?? 1))).toFixed(2),
      ),
    }
  } finally {
    await world.close()
  }
}

/** The hash of each page; null where it was not answered. */
type Pages = readonly (string | null)[]
type Node = { world: TableWorld; reader: Reader; say: ProofOptions['say'] }

async function readAll(
  { world, reader, say }: Node,
  workbooks: readonly SeededWorkbook[],
): Promise<Map<string, Pages>> {
  const read = new Map<string, Pages>()
  const left = [...workbooks]
  const work = async () => {
    for (let workbook = left.shift(); workbook; workbook = left.shift()) {
      if (availableBytes() < LEAST_AVAILABLE_BYTES) return
      const { workbookId, tableIds } = workbook
      const pages: (string | null)[] = []
      for (const tableId of tableIds) pages.push(await pageHash(reader, await world.readable(workbookId, tableId)))
      read.set(workbookId, pages)
      if (read.size % 100 === 0) say(`${read.size} read`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return read
}

/** Null where an engine would be needed and none is there. */
async function pageHash(reader: Reader, table: ReadableTable): Promise<string | null> {
  const request = {
    columnIds: table.columns.map(({ id }) => id),
    start: { offset: 0 },
    limit: PAGE_ROWS,
    orderBy: [],
    filter: null,
    isCounted: false,
  }
  try {
    const page = await reader.encodedPage(table, request, { format: 'json', shape: 'objects' }, true)
    return hash('sha256', page.rows)
  } catch {
    return null
  }
}
