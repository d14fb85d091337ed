import type { DuckDBConnection } from '@duckdb/node-api'

/** A builder at work, inside its process. `input`: the folder it reads. `own`: the one it writes. */
export type Desk = { duckdb: DuckDBConnection; input: string; own: string }
