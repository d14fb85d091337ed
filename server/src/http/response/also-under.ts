import type { Endpoint } from '../endpoint.ts'

export type PathFamily = { path: string; noun: string }

/** The same endpoints under a second path too; the noun in their operations tells the two apart. */
export function alsoUnder(endpoints: readonly Endpoint[], first: PathFamily, second: PathFamily): Endpoint[] {
  return endpoints.flatMap((endpoint) => {
    const path = endpoint.path.replace(first.path, second.path)
    const operation = endpoint.operation.replace(first.noun, second.noun)
    if (path === endpoint.path || operation === endpoint.operation)
      throw new Error(`${endpoint.operation} does not say '${first.path}' and '${first.noun}'`)
    return [endpoint, { ...endpoint, path, operation }]
  })
}
