import type { Committed, NotCommitted, TableWrite } from '../../table/commit.ts'

/** Commits a prepared write, together with all that the caller has to record about it. */
export type CommitWrite = (write: TableWrite) => Promise<Committed | NotCommitted>

/** A write that is sent back because the table changed is prepared again so many times. */
export const MOST_ATTEMPTS = 5
