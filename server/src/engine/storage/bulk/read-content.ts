import { createReadStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { linesOf } from '../../builder/lines.ts'
import type { ContentPlan } from '../../table/content.ts'
import type { Cells } from '../../table/table.ts'
import type { Storage } from '../storage.ts'
import { buildFrom, laySource, wholeContent } from './build-content.ts'

/**
 * The rows of each plan, ascending by id, with every cell. For small trusted reads: no policy is applied here, and a
 * builder has to be started.
 */
export async function readContents(
  storage: Storage,
  plans: readonly ContentPlan[],
  rowIds?: readonly number[],
): Promise<Map<number, Cells>[]> {
  const full = plans.filter(({ segments, laid }) => segments.length > 0 || laid.size > 0)
  const contents = new Map<ContentPlan, Map<number, Cells>>()
  const [first] = full
  if (first) {
    await buildFrom(
      storage,
      first.workbookId,
      full.flatMap(({ segments }) => segments),
      async (builder) => {
        const sources = []
        for (const plan of full) {
          const source = await laySource(storage, builder, plan, wholeContent(plan))
          sources.push(rowIds ? { ...source, rowIds } : source)
        }
        const answers = await builder.ask({ kind: 'read', sources })
        for (const [n, plan] of full.entries()) {
          contents.set(plan, await readRows(join(builder.folder, answers[n] ?? ''), plan))
        }
      },
    )
  }
  return plans.map((plan) => contents.get(plan) ?? new Map())
}

async function readRows(path: string, { columns }: ContentPlan): Promise<Map<number, Cells>> {
  const rows = new Map<number, Cells>()
  for await (const line of linesOf(createReadStream(path))) {
    // Safe: written by our own builder.
    const [rowId, ...texts] = JSON.parse(line) as [number, ...(string | null)[]]
    rows.set(rowId, Object.fromEntries(columns.map(({ id }, n) => [id, texts[n] ?? null])))
  }
  return rows
}

/** A whole content as one Parquet file with its columns by their names, for other programs. No policy is applied here. */
export async function exportParquet(storage: Storage, plan: ContentPlan, to: string): Promise<void> {
  await buildFrom(storage, plan.workbookId, plan.segments, async (builder) => {
    const source = await laySource(storage, builder, plan, wholeContent(plan))
    const names = plan.columns.map(({ name }) => name)
    await rename(join(builder.folder, await builder.ask({ kind: 'export', source, names })), to)
  })
}
