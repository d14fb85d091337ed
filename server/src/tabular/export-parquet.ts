import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFrom, laySource, wholeContent } from './build-content.ts'
import type { ContentPlan } from './content.ts'
import type { Storage } from './storage.ts'

/** A whole content as one Parquet file with its columns by their names, for other programs. No policy is applied here. */
export async function exportParquet(storage: Storage, plan: ContentPlan, to: string): Promise<void> {
  await buildFrom(storage, plan.segments, async (builder) => {
    const source = await laySource(storage, builder, plan, wholeContent(plan))
    const names = plan.columns.map(({ name }) => name)
    await rename(join(builder.folder, await builder.ask({ kind: 'export', source, names })), to)
  })
}
