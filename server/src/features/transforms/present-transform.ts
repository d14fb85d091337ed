import { toWireId } from '../../platform/ids.ts'
import type { Recomputed } from './recompute.ts'
import type { DoneRun, MadeTable } from './run-transform.ts'
import type { Transform } from './transform.ts'

/** `inputs`: what the tables of its args are called now. Its code is for those who see all that it sees. */
export const presentTransform = (transform: Transform, inputs: ReadonlyMap<string, string>, isSeen: boolean) => ({
  transform_id: toWireId('tf', transform.transformId),
  name: transform.name,
  language: transform.language,
  code: isSeen ? transform.code : null,
  args: Object.fromEntries(
    transform.args.map(({ arg, tableId }) => [arg, inputs.get(tableId) ?? toWireId('art', tableId)]),
  ),
  key: [...transform.keyColumns],
  output: transform.name,
  materialized: transform.materialized,
  code_sha256: transform.codeSha256.toString('hex'),
  created_at: transform.createdAt.toISOString(),
  updated_at: transform.updatedAt.toISOString(),
})

/** What it printed is for those who see all that it sees. */
export const presentRun = ({ opId, output }: DoneRun, isSeen: boolean) => ({
  op_id: opId,
  row_count: output.rowCount,
  elapsed_ms: output.elapsedMs,
  logs: isSeen ? output.logs : '',
  mode: output.mode,
})

export const presentMade = ({ name, editVersion, rowCount, elapsedMs, mode }: MadeTable) => ({
  name,
  edit_version: editVersion,
  row_count: rowCount,
  elapsed_ms: elapsedMs,
  mode,
})

export const presentRecomputed = ({ made, failed, skippedReports, isFresh }: Recomputed) => ({
  recomputed: made.map(presentMade),
  skipped_reports: skippedReports,
  failed: failed.map(({ name, error }) => ({ name, error, stale: true })),
  fresh: isFresh,
})
