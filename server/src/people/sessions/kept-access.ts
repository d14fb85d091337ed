import { fromWireId, toWireId } from '../../platform/ids.ts'
import type { Access } from './addresses.store.ts'

const PREFIX = { token: 'tok', key: 'key', link: 'lnk', webhook: 'wh' } as const

/** What a token, key or webhook is called where one is chosen to be kept. */
export const accessId = ({ kind, id }: Pick<Access, 'kind' | 'id'>) => toWireId(PREFIX[kind], id)

/** The ids behind these names. One that is no such name keeps nothing, as one that has ended does. */
export const keptIds = (names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const prefix = Object.values(PREFIX).find((known) => name.startsWith(`${known}_`))
    return prefix ? [fromWireId(prefix, name)] : []
  })
