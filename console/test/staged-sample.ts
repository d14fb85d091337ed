import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Stage } from './stage.ts'

const SAMPLES = fileURLToPath(new URL('../public/samples/', import.meta.url))

export type SampleName = 'sales-report.xlsx' | 'monthly-profit-and-loss.xlsx'

/** A workbook with one of the console's samples in it: read, and nothing made of it yet. */
export const stagedSample = (stage: Pick<Stage, 'client'>, filename: SampleName = 'sales-report.xlsx') =>
  stagedFile(stage, { content: new Uint8Array(readFileSync(SAMPLES + filename)), filename })

/** The same with any file. */
export async function stagedFile(
  { client }: Pick<Stage, 'client'>,
  file: { content: string | Uint8Array<ArrayBuffer>; filename: string },
) {
  const workbook = await client.createWorkbook({ title: 'Ledger' })
  const { source } = await workbook.upload(file, { mode: 'staged' })
  const name = source?.name ?? ''
  await workbook.source(name).analyze()
  return { workbook, source: workbook.source(name), path: `/w/${workbook.id}/sources/${encodeURIComponent(name)}` }
}

/** The same with its tables made. */
export async function madeSample(stage: Pick<Stage, 'client'>, filename?: SampleName) {
  const staged = await stagedSample(stage, filename)
  await staged.source.materialize()
  return staged
}
