import type { Wire } from '@bindery-data/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'

const SHOWN = 200

/** The state of now first, then the kept ones, newest first. */
export const statesQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'snapshots'),
    queryFn: async ({ signal }) =>
      (await client.api.listSnapshots({ workbook_id: workbookId, limit: SHOWN, signal })).snapshots,
  })

export const diffQuery = (workbookId: string, to: string, from: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'snapshots', 'diff', to, from),
    queryFn: async ({ signal }) => (await client.workbook(workbookId).diff(to, { against: from, signal })).tables,
    // The current state changes without notice: every read is a fresh one.
    staleTime: 0,
  })

export type TableDiff = Wire.Operations['diffSnapshots']['answer']['tables'][number]

export const isNow = ({ status }: Wire.Snapshot) => status === 'editing'

/** Its name, else what was said of it. */
export const nameOf = (state: Wire.Snapshot, w: { now: string; unnamed: string }) =>
  isNow(state) ? w.now : (state.versions[0] ?? state.summary ?? w.unnamed)
