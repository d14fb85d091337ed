import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { LaidFile, LaidRow } from './builder/build-request.ts'
import type { Edit } from './table.ts'

const CHUNK_CHARACTERS = 1_000_000

/** A file of edited rows for a builder. */
export type LaidWriter = { add(edit: Edit): Promise<void>; end(): Promise<LaidFile> }

/** Cells of other columns are left out: they belong to columns dropped since. */
export function openLaidFile(folder: string, columnIds: readonly number[], idsAfter = 0): LaidWriter {
  const file = `${randomUUID()}.ndjson`
  const stream = createWriteStream(join(folder, file), { mode: 0o600 })
  let pending = ''
  let longestLineBytes = 0
  const flush = async () => {
    await write(stream, pending)
    pending = ''
  }
  return {
    add: async (edit) => {
      const line = JSON.stringify(toLine(edit, columnIds))
      longestLineBytes = Math.max(longestLineBytes, Buffer.byteLength(line))
      pending += `${line}\n`
      if (pending.length > CHUNK_CHARACTERS) await flush()
    },
    end: async () => {
      await flush()
      stream.end()
      await finished(stream)
      return { file, longestLineBytes, idsAfter }
    },
  }
}

async function write(stream: WriteStream, text: string) {
  if (!stream.write(text)) await once(stream, 'drain')
}

function toLine({ rowId, op, cells }: Edit, columnIds: readonly number[]): LaidRow {
  const row: LaidRow = { r: rowId, o: op }
  if (op === 'D') return row
  const set = columnIds.filter((id) => cells[id] !== undefined)
  for (const id of set) row[`c${id}`] = cells[id] ?? null
  return { ...row, s: set }
}
