import type { ParseSpec } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import type { Tx } from '../../platform/postgres.ts'
import { findSource, updateSource } from '../sources/sources.store.ts'

/** A parse spec quotes some values of each column as evidence. It stays without them: next month's file is read by it. */
export async function forgetSamples(tx: Tx, workbookId: string, sourceIds: readonly string[]) {
  for (const sourceId of sourceIds) {
    const source = await findSource(tx, workbookId, '', sourceId)
    if (source?.spec) await updateSource(tx, { workbookId, sourceId }, { spec: withoutSamples(source.spec) })
  }
}

function withoutSamples(spec: ParseSpec): ParseSpec {
  const emptied = JSON.stringify(spec, (name, value: unknown) => (name === 'samples' ? [] : value))
  // Safe: the same document with lists that are empty.
  return JSON.parse(emptied) as ParseSpec
}
