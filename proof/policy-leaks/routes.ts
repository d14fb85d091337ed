import type { Endpoint } from '../../server/src/http/endpoint.ts'
import { describedEndpoints, documentEndpoints } from '../../server/src/main/documents/documents.ts'
import { agentEndpoints } from '../../server/src/main/endpoints.ts'

/** Every route that is mounted as an endpoint: the API, its documents, and what agents and other engines speak to. */
export const ROUTES: readonly Endpoint[] = [...describedEndpoints, ...documentEndpoints, ...agentEndpoints]

const byOperation = new Map(ROUTES.map((route) => [route.operation, route]))

export function routeOf(operation: string): Endpoint {
  const route = byOperation.get(operation)
  if (!route) throw new Error(`there is no route ${operation}`)
  return route
}

/** A problem code that a route declares. */
export type Pair = { operation: string; code: string }

export const pairName = ({ operation, code }: Pair) => `${operation} ${code}`

export const DECLARED: readonly Pair[] = ROUTES.flatMap(({ operation, problems = [] }) =>
  [...new Set(problems)].map((code) => ({ operation, code })),
)

export const routesThatDeclare = (code: string) => ROUTES.filter(({ problems }) => problems?.includes(code))

/** The path of a route with its parameters filled in. */
export function pathOf({ path }: Endpoint, nameOf: (parameter: string) => string, query = ''): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(nameOf(parameter)))
  return query ? `${filled}?${query}` : filled
}
