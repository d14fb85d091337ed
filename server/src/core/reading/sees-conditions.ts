import type { Writer } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import type { OpenedTable } from './open-readable-table.ts'

/**
 * Whether the caller may read what kept conditions compare rows with: it may be a value of a row that is hidden from them, unless they
 * wrote it themselves. A key or a link has the user of another, who may see more.
 */
export const seesConditions = ({ caller }: Context, { rowAccess }: OpenedTable, writers: readonly Writer[] | null) =>
  rowAccess === 'all' ||
  (caller.kind === 'session' &&
    writers !== null &&
    writers.every(({ userId, kind }) => kind === 'user' && userId === caller.userId))
