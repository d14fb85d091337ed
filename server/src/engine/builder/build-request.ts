/** What the service asks of a builder process, and what it answers. Files are named within the builder's folders: what it reads, what it made. */

export type BuildColumn = {
  id: number
  /** As DuckDB spells it. */
  type: string
  initial: string | null
}

/** Rows as lines of JSON, at most one per row id: see `LaidRow`. `idsAfter` is added to each row's number. */
export type LaidFile = { file: string; longestLineBytes: number; idsAfter: number }

/**
 * One line: `r` the row, `o` what becomes of it, `s` the ids of the columns it sets, and under `c<id>` their canonical
 * texts. `I` is a whole row, whose other columns hold their initial value; `U` keeps what it does not set.
 */
export type LaidRow = { r: number; o: 'I' | 'U' | 'D'; s?: readonly number[]; [cell: `c${number}`]: string | null }

/** The content of a table, or of a part of it: segments, each written under its own schema, with rows laid over. */
export type BuildSource = {
  segments: readonly string[]
  laid: LaidFile | null
  columns: readonly BuildColumn[]
  retype?: Retype
  /** These rows only. */
  rowIds?: readonly number[]
  /** Cells that are NULL in what is made of it, whatever they hold. */
  erased?: readonly ErasedCells[]
}

/** Cells of columns, by the columns' ids: in these rows, or (null) in all. */
export type ErasedCells = { columnIds: readonly number[]; rowIds: readonly number[] | null }

/** Column `from` becomes column `to` of another type; the content's own columns keep `from` until then. */
export type Retype = { from: number; to: number; type: string }

export type SegmentLimits = { rows: number; bytes: number }

export type BuildRequest =
  | { kind: 'write'; sources: readonly BuildSource[]; limits: SegmentLimits }
  | { kind: 'read'; sources: readonly BuildSource[] }
  | { kind: 'find-uncastable'; source: BuildSource }
  /** One file for other programs: `names` are those of the source's columns, in their order. */
  | { kind: 'export'; source: BuildSource; names: readonly string[] }
  /** Which of these segments lack one of these columns. */
  | { kind: 'find-lacking'; segments: readonly string[]; columnIds: readonly number[] }
  /** Rows that break a rule. Each source is a relation, `s0` and on, that the questions select from. */
  | { kind: 'check-rules'; sources: readonly BuildSource[]; questions: readonly RuleQuestion[] }
  /** Rows without which the others break no rule. */
  | { kind: 'sieve-rules'; sources: readonly BuildSource[]; sieve: RuleSieve }
  /** Where these rows stand in each segment, as a file of position deletes. */
  | { kind: 'positions'; segments: readonly PlacedSegment[] }
  /**
   * Which rows of a file are rows that a table has. `base`: the table as its file made it, where it was edited since. `fresh`: the rows of
   * the file, numbered behind `idsAfter`. `shared`: columns of both, by their ids; `keys`: those that may name rows, the best first.
   */
  | {
      kind: 'match-rows'
      ours: BuildSource
      base: BuildSource | null
      fresh: BuildSource
      shared: readonly number[]
      keys: readonly (readonly number[])[]
      idsAfter: number
    }
  /** Of the rows that were matched last: what the file changes, or those that were edited and that it changes. */
  | {
      kind: 'list-matched'
      ours: readonly BuildColumn[]
      shared: readonly BuildColumn[]
      of: 'changes' | 'overwritten'
      most: number
    }
  /** The rows that were matched last as a content. `carried`: columns that the file lacks. */
  | { kind: 'write-matched'; columns: readonly BuildColumn[]; carried: readonly number[]; limits: SegmentLimits }

/** What the file does to the table, and which of its rows are there already. */
export type MatchCounts = {
  inserted: number
  updated: number
  deleted: number
  unchanged: number
  /** Edited since the file made them, and not what the file holds. */
  overwritten: { cells: number; rows: number }
  runs: KeptRun[]
}

/** Rows of a file from this place on, counted from 0, that are rows of a table from this id on. */
export type KeptRun = { from: number; rowId: number; count: number }

/** Selects the ids of the rows that break it. */
export type RuleQuestion = { sql: string; parameters: readonly string[] }

/**
 * Questions are asked round by round, and again until a whole turn finds nothing: rows that one round finds are gone from the
 * relations `of` before the next. More than `most` of them are counted only.
 */
export type RuleSieve = { of: readonly number[]; rounds: readonly (readonly RuleQuestion[])[]; most: number }

/** Rows by their ids, each with the places of the questions that it broke, counted over all rounds. */
export type SievedRows = { count: number; rows: [rowId: number, questions: number[]][] }

/** How many rows break a rule, and the first of them. */
export type BrokenRule = { count: number; rowIds: number[] }

/** A segment under the name that others know it by, and some rows of it. */
export type PlacedSegment = { file: string; location: string; rowIds: readonly number[] }

/** A segment that the builder made. */
export type BuiltSegment = {
  file: string
  rowLo: number
  rowHi: number
  rows: number
  bytes: number
  sha256: string
}

export type BuiltFile = Pick<BuiltSegment, 'file' | 'rows' | 'bytes' | 'sha256'>

export type Uncastable = { count: number; rowIds: number[]; samples: string[] }

export type BuildAnswers = {
  /** For each source its segments, ascending. */
  write: BuiltSegment[][]
  /** For each source a file of lines `[row id, …canonical texts]`, ascending. */
  read: string[]
  'find-uncastable': Uncastable
  export: string
  'find-lacking': string[]
  /** In the order of the questions. */
  'check-rules': BrokenRule[]
  'sieve-rules': SievedRows
  /** Null: none of the rows stands anywhere. */
  positions: BuiltFile | null
  'match-rows': MatchCounts
  /** A file of lines `[op, row id, ours, fresh, base]`, ascending. */
  'list-matched': string
  'write-matched': BuiltSegment[]
}

/** One line back. `corrupt`: the stored content contradicts itself. */
export type BuildReply = { answer: unknown } | { error: string; failure: 'corrupt' | 'memory' | 'failed' }

/** The files that an answer names. */
export function builtFiles<K extends BuildRequest['kind']>(kind: K, answer: BuildAnswers[K]): string[] {
  // Safe: an answer is of its kind.
  const of = <Kind extends BuildRequest['kind']>(_: Kind) => answer as BuildAnswers[Kind]
  switch (kind) {
    case 'write':
      return of('write')
        .flat()
        .map(({ file }) => file)
    case 'read':
      return of('read')
    case 'export':
      return [of('export')]
    case 'positions':
      return [of('positions')].flatMap((made) => made?.file ?? [])
    case 'list-matched':
      return [of('list-matched')]
    case 'write-matched':
      return of('write-matched').map(({ file }) => file)
    default:
      return []
  }
}
