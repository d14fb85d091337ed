import { createHash } from 'node:crypto'
import type { Transform } from '../transform.ts'
import type { RunContext, Runnable } from './run.ts'
import type { BuiltFrom } from './runs.store.ts'

export function builtFrom(transform: Runnable, { standings, computed }: RunContext): BuiltFrom {
  const inputs = transform.args.map(({ tableId }) => {
    const standing = standings.get(tableId)
    return [tableId, computed.has(tableId) || !standing ? null : [standing.contentVersion, standing.schemaNo]]
  })
  const [any] = standings.values()
  return {
    inputs: Object.fromEntries(inputs),
    code: transform.codeSha256.toString('hex'),
    method: methodOf(transform),
    policyEpoch: any?.policyEpoch ?? 0,
  }
}

/** The same code over other tables, or with other columns to see, is another method. */
export function methodOf({ language, code, args, keyColumns, visible }: MethodParts): string {
  const seen = Object.entries(visible).sort(([one], [other]) => (one < other ? -1 : 1))
  const bound = args.map(({ arg, tableId }) => [arg, tableId])
  return createHash('sha256')
    .update(JSON.stringify([language, code, bound, keyColumns, seen]))
    .digest('hex')
}

type MethodParts = Pick<Transform, 'language' | 'code' | 'args' | 'keyColumns' | 'visible'>
