import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Stage } from './stage.ts'

const SAMPLES = fileURLToPath(new URL('../public/samples/', import.meta.url))

export type SampleName = 'sales-report.xlsx' | 'monthly-profit-and-loss.xlsx'

/** A workbook with one of the console's samples in it: read, and nothing made of it yet. */
export async function stagedSample({ client }: Pick<Stage, 'client'>, filename: SampleName = 'sales-report.xlsx') {
  const workbook = await client.createWorkbook({
    title: 'Ledger',
    language: filename === 'sales-report.xlsx' ? 'en' : 'ja',
  })
  const content = new Uint8Array(readFileSync(SAMPLES + filename))
  const { source } = await workbook.upload({ content, filename }, { mode: 'staged' })
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
