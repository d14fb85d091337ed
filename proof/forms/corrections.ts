import type { SentOperation } from '../../server/src/work/sources/parse-spec/operations/operations.schema.ts'

const forms = (...regions: string[]) =>
  regions.map((region): SentOperation => ({ op: 'set_kind', region, kind: 'form' }))

/** What a user says about a sample that is not read right by itself, by kind and language. */
export const CORRECTIONS: Readonly<Record<string, readonly SentOperation[]>> = {
  'inspection sheet ja': [{ op: 'set_box', region: 'r3', range: 'A8:D14' }, ...forms('r4', 'r5', 'r6')],
  'inspection sheet en': [{ op: 'set_box', region: 'r2', range: 'A6:D12' }, ...forms('r4', 'r5')],
}
