import type { SegmentLimits } from '../../builder/build-request.ts'

/** The steps of a transform's run, in this order. Asked only of processes that do nothing else. */
export type RunCommand =
  | PlanRunCommand
  | PatchRunCommand
  | KeepRunCommand
  | PythonRunCommand
  | NumberRunCommand
  | CellsOfRunCommand
/** In the place of the first two where the transform is in Python, which runs elsewhere. */
export type PythonRunCommand = WriteInputsCommand | TakeRunCommand

/** Looks at the SQL without running it. */
export type PlanRunCommand = { do: 'plan-run'; sql: string }
/**
 * Runs the SQL over the changed rows of its one input, if that is enough, and answers with what becomes of the rows of the
 * run before: [id or 0, I, U or D, new cells…, old cells…]. `before`: where the input is held as that run read it.
 */
export type PatchRunCommand = {
  do: 'patch-run'
  sql: string
  keyColumns: readonly string[]
  previous: PreviousTable
  input: { name: string; now: string; before: string }
  rowIds: readonly number[]
}
/**
 * Runs the SQL, keeps its rows in the own folder, and finds those again that were there before. `isInOrder`: the rows of its
 * inputs come in the order of their ids.
 */
export type KeepRunCommand = {
  do: 'keep-run'
  sql: string
  keyColumns: readonly string[]
  previous: PreviousTable | null
  isInOrder: boolean
}
/**
 * Writes the tables of the catalog, in its order, as Parquet into the own folder: `input_0.parquet` and so on. `isInOrder`: their
 * rows come in the order of their ids.
 */
export type WriteInputsCommand = { do: 'write-inputs'; hasRows: boolean; isInOrder: boolean }
/** Takes the rows of a file in the input folder as those that SQL would have answered with. */
export type TakeRunCommand = Pick<KeepRunCommand, 'keyColumns' | 'previous'> & { do: 'take-run'; file: string }
/** Where the rows of the run before are held, and under which names. */
export type PreviousTable = { key: string; columns: readonly NamedColumn[] }
/** Gives the rows their ids and writes them as segments into the own folder. `columnIds`: in the order of the columns. */
export type NumberRunCommand = {
  do: 'number-run'
  columnIds: readonly number[]
  idsAfter: number
  limits: SegmentLimits
}
/** Some of the rows, by their ids. */
export type CellsOfRunCommand = { do: 'cells-of-run'; rowIds: readonly number[] }

/** What a run reports. `from` and `deciding` name columns as [table, column]. */
export type RunAnswer = {
  columns: readonly WireColumn[]
  dependencies: readonly {
    from: readonly [string, string][]
    deciding: readonly [string, string][]
    isExact: boolean
    isCopy?: true
  }[]
  rowCount: number
  newRows: number
  /** Of a patch: whether it was enough to look at the changed rows. */
  isPatched?: boolean
}

/** Columns as node and engine process tell each other of them. */

/** A column as it is read; a masked one is NULL everywhere. */
export type ReadColumn = { id: number; type: string; isMasked: boolean }
export type NamedColumn = ReadColumn & { name: string }
export type WireColumn = { name: string; type: string }
