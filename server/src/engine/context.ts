import type { Load } from './loader/load-request.ts'
import type { PythonRunner } from './python/python-run.ts'
import type { Reader } from './reading/reader.ts'
import type { SqlReader } from './reading/sql-question.ts'
import type { SqlRunner } from './reading/sql-run.ts'
import type { OpenStorage, StoragePlatform } from './storage/storage.ts'

/** All that the engine room adds to a context, in one place; the other members are in platform/context.ts. */
export interface EnginePlatform {
  /** Rows of one table. */
  reader: Reader
  /** Users' SQL over the tables of a workbook. */
  sql: SqlReader
  /** Runs of SQL transforms. */
  runs: SqlRunner
  /** Runs of Python transforms. */
  python: PythonRunner
  /** Opens a file in a sandboxed process. */
  load: Load
  /** For work on whole tables: its connections are outside the transaction of any request. */
  bulk: StoragePlatform & { storage: OpenStorage }
}

declare module '../platform/context.ts' {
  interface Platform extends EnginePlatform {}
}
