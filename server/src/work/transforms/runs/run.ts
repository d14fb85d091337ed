import type { ConflictCell, NewConflict } from '../../../core/conflicts/conflict.ts'
import type { Dependency } from '../../../engine/reading/sql-run.ts'
import type { TableWrite } from '../../../engine/table/commit.ts'
import type { ContentPlan } from '../../../engine/table/content.ts'
import type { Transform } from '../transform.ts'
import type { ReadVersion, TableState } from './runs.store.ts'

/** Over all rows of its inputs, or over those that have changed since the run before. */
export const RUN_MODES = ['full', 'incremental'] as const
export type RunMode = (typeof RUN_MODES)[number]

/** What a run needs to know: where all tables stand, in one cut, and what runs of the same commit have made of some. */
export type RunContext = {
  standings: ReadonlyMap<string, TableState>
  /** Not committed yet. */
  computed: ReadonlyMap<string, Computed>
}

/** What is run: a transform that is there, or one that is about to be. */
export type Runnable = Pick<
  Transform,
  | 'workbookId'
  | 'transformId'
  | 'tableId'
  | 'name'
  | 'language'
  | 'code'
  | 'codeSha256'
  | 'args'
  | 'keyColumns'
  | 'visible'
> & {
  /** What its columns depended on when it last ran. */
  dependencies?: readonly Dependency[]
  /** Of one that is about to be: columns of its inputs that are masked for its author. */
  masked?: ReadonlySet<string>
}

/** What a transform has made, in the store and ready to be committed. */
export type Computed = {
  transform: Runnable
  /** The inputs it read, and in which versions; but for those that the same commit makes. */
  read: readonly ReadVersion[]
  write: Omit<TableWrite, 'token' | 'create'>
  /** How it can be read before it is committed. */
  standing: TableState
  content: ContentPlan
  conflicts: readonly NewConflict[]
  /** Overridden cells that are gone, and the conflicts about them with them. */
  closed: readonly ConflictCell[]
  dependencies: readonly Dependency[]
  mode: RunMode
  rowCount: number
  elapsedMs: number
  /** What Python printed. */
  logs: string
}
