import { type Endpoint, pathsOf } from './endpoint.ts'

/**
 * Lets each endpoint under one of two beginnings of a path answer under the other as well, unless the other has an endpoint of its
 * own there. The document describes one of them.
 */
export function alsoAt(endpoints: readonly Endpoint[], [one, other]: readonly [string, string]): Endpoint[] {
  const placeOf = ({ method }: Endpoint, path: string) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`
  const taken = new Set(endpoints.flatMap((endpoint) => pathsOf(endpoint).map((path) => placeOf(endpoint, path))))
  return endpoints.map((endpoint) => {
    const { path } = endpoint
    const [from, to] = path.startsWith(one) ? [one, other] : [other, one]
    const twin = `${to}${path.slice(from.length)}`
    if (!path.startsWith(from) || taken.has(placeOf(endpoint, twin))) return endpoint
    return { ...endpoint, alsoAt: [twin] }
  })
}
