import {
  type DuckDBDataChunk,
  type DuckDBMaterializedResult,
  type DuckDBResult,
  ResultReturnType,
} from '@duckdb/node-api'

/** A statement failed after its first rows; why is not to be had from DuckDB's client. */
export class StreamBroken extends Error {
  constructor() {
    super('a statement failed after its first rows')
  }
}

/**
 * The rows of a statement, piece by piece, and nothing less: DuckDB's client ends a stream that failed as if it were
 * whole. Only the result's type, which becomes invalid, tells the one from the other.
 */
export async function* chunksOf(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) break
    yield chunk
  }
  if (result.returnType === ResultReturnType.INVALID) throw new StreamBroken()
}

/** The same of a result that is all there: had it failed, there would be none. */
export function* chunksIn(result: DuckDBMaterializedResult): Generator<DuckDBDataChunk> {
  for (let n = 0; n < result.chunkCount; n++) yield result.getChunk(n)
}
