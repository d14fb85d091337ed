import { OPERATIONS } from './generated/operations.ts'
import { type Answer, type Connection, call, type Input, type OperationName } from './send.ts'

type Arguments<K extends OperationName> = object extends Input<K> ? [input?: Input<K>] : [input: Input<K>]

/** Every operation of the API as a function of its name. */
export type Api = { readonly [K in OperationName]: (...input: Arguments<K>) => Promise<Answer<K>> }

export function apiOf(connection: Connection): Api {
  const names = Object.keys(OPERATIONS) as OperationName[] // Safe: these are its keys.
  // Safe: `call` has for each name the types of that name.
  return Object.fromEntries(
    names.map((name) => [name, (input = {}) => call(connection, name, input as Input<typeof name>)]),
  ) as unknown as Api
}
