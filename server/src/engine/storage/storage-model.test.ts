import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareEveryVersion } from '../../../test/compare-versions.ts'
import { newOwner } from '../../../test/context.ts'
import { createSegmentCache } from '../../../test/segment-cache.ts'
import { startService } from '../../../test/service.ts'
import { createModelTable } from '../../../test/table-model.ts'
import { anyStep, isQuick, takeStep } from '../../../test/table-steps.ts'
import type { ModelPlatform } from '../../../test/table-upkeep.ts'
import { warmBuilder } from '../../../test/warm-builder.ts'
import { parseColumnType } from '../table/column-type.ts'

const RUNS = Number(process.env.MODEL_RUNS ?? 10)

describe.each(['folder', 's3'] as const)('on objects in a %s', (blobs) => {
  const service = startService({ blobs })
  let folder: string
  let builder: Awaited<ReturnType<typeof warmBuilder>>
  let platform: ModelPlatform
  let workbookId: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bindery-model-'))
    builder = await warmBuilder(folder)
    const owner = await newOwner(service.running)
    workbookId = owner.workbookId
    const { db, blobs: store } = owner.ctx
    const cache = createSegmentCache({ blobs: store, folder: join(folder, 'cache'), budgetBytes: 200_000 })
    // Segments of few rows, so that a short history splits and merges many.
    const storage = { cache, build: builder.build, limits: { rows: 12, bytes: 64 * 1024 * 1024 } }
    platform = { db, blobs: store, storage, admin: service.running.admin }
  })
  afterAll(async () => {
    await builder.close()
    await rm(folder, { recursive: true })
  })

  test('every version keeps its content, after each step: edits, schema changes, bulk writes, restores, checkpoints, thinning, sweeps', {
    timeout: 60_000 + RUNS * 30_000,
  }, async () => {
    const types = ['VARCHAR', 'INTEGER', 'DECIMAL(10,2)'].map(
      (name) => parseColumnType(name) ?? { name: 'VARCHAR' as const },
    )
    const history = fc.array(anyStep, { minLength: 8, maxLength: 40, size: 'max' })

    const property = fc.asyncProperty(history, async (steps) => {
      const table = await createModelTable(platform, workbookId, types)
      for (const step of steps) {
        await takeStep(platform, table, step)
        await compareEveryVersion(platform, table, isQuick(step) ? table.states.length - 1 : 1)
      }
      await compareEveryVersion(platform, table)
    })

    await fc.assert(property, {
      numRuns: blobs === 's3' ? Math.ceil(RUNS / 10) : RUNS,
      endOnFailure: !process.env.MODEL_SHRINK,
    })
    expect.hasAssertions()
  })
})
