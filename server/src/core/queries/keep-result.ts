import { createReadStream } from 'node:fs'
import type { KeptRows, SqlEnd } from '../../engine/reading/sql-question.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inOneStatement, inTransaction } from '../../platform/postgres.ts'
import { type Result, resultObjectName } from './result.ts'
import { insertResultObject, updateResultObject } from './result-objects.store.ts'
import { insertResult } from './results.store.ts'

/** Makes a result durable. False: what may be seen has changed since its rows were read, and nothing is kept. */
export async function keepResult(ctx: Context, result: Result, kept: KeptRows): Promise<boolean> {
  if ('bytes' in kept)
    return inOneStatement(ctx.db, (tx) => insertResult(tx, result, { inline: kept.bytes, object: null }))
  try {
    return await keepObject(ctx, result, kept.file)
  } finally {
    await kept.release()
  }
}

async function keepObject({ db, blobs }: Context, result: Result, file: string): Promise<boolean> {
  const key = { workbookId: result.workbookId, objectId: newId() }
  await inOneStatement(db, (tx) => insertResultObject(tx, key))
  const { sizeBytes, sha256 } = await blobs.put(resultObjectName(key.workbookId, key.objectId), createReadStream(file))
  const object = { objectId: key.objectId, bytes: sizeBytes, sha256 }
  return inTransaction(db, async (tx) => {
    if (!(await insertResult(tx, result, { inline: null, object }))) return false
    if (!(await updateResultObject(tx, key, result.expiresAt)))
      throw new Error('the upload of a result took over an hour')
    return true
  })
}

/** For a result that is not delivered: what was kept of it goes. */
export function forgetRows(end: Promise<SqlEnd>) {
  end.then(
    ({ kept }) => ('file' in kept ? kept.release() : undefined),
    () => undefined,
  )
}
