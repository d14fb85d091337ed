import type { Tx } from '../../platform/postgres.ts'
import { type ObjectKey, updateSourceObjectKept } from './source-objects.store.ts'
import { bytesGone } from './sources.errors.ts'

/** A source has the bytes from now on. Those that waited too long are gone, and must be sent again. */
export async function claimObject(tx: Tx, key: ObjectKey) {
  if (!(await updateSourceObjectKept(tx, key, null))) throw bytesGone()
}
