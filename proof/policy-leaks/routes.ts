import { describedEndpoints, documentEndpoints } from '../../server/src/main/documents/documents.ts'
import { agentEndpoints } from '../../server/src/main/endpoints.ts'
import type { Endpoint } from '../../server/src/platform/http/endpoint.ts'

/** Operations whose second path shares all that this proof looks at with ways to tables that it asks at both. */
const ASKED_AT_ONE = /Comment|Rules|Quarantine|^cite|^renameTable$|^deleteTable$/

/** What answers at a second path is asked there too, under a name of its own. */
function atBothPaths(endpoint: Endpoint): Endpoint[] {
  const { operation, alsoAt: [path] = [], ...rest } = endpoint
  if (path === undefined || ASKED_AT_ONE.test(operation)) return [endpoint]
  // Safe: the same endpoint but for its path.
  return [endpoint, { ...rest, path, operation: twinOf(operation) } as Endpoint]
}

const twinOf = (operation: string) =>
  operation.includes('Table')
    ? operation.replace('Table', 'Artifact')
    : operation.replace('Artifact', 'Table').replace('tagColumn', 'tagTableColumn')

/** Every route that is mounted as an endpoint: the API, its documents, and what agents and other engines speak to. */
export const ROUTES: readonly Endpoint[] = [
  ...describedEndpoints.flatMap(atBothPaths),
  ...documentEndpoints,
  ...agentEndpoints,
]

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
