import { describedEndpoints } from '../server/src/main/documents/documents.ts'
import { type Endpoint, pathsOf } from '../server/src/platform/http/endpoint.ts'
import { callAs } from '../server/test/client.ts'
import { runService } from '../server/test/start-service.ts'
import { INTERFACE_PAIRS } from './interface/interface-pairs.ts'
import type { Figures, Proof } from './proof.ts'

const PAIRS = 105

/** How much of the interface answers: all of it. */
export const proof: Proof = {
  promise: 'Every endpoint of the interface is built',
  isQuick: true,
  minutes: 1,
  about: ['openapi.json'],
  measure: () => count(describedEndpoints, INTERFACE_PAIRS),
  // A list in which one built endpoint is replaced by one that does not exist.
  control: () => count(describedEndpoints, [...INTERFACE_PAIRS.slice(1), ['GET', '/api/v1/elsewhere']]),
  holds: ({ built, of, unmounted }) => of === PAIRS && built === PAIRS && unmounted === 0,
}

type Pair = readonly [method: string, path: string]

async function count(endpoints: readonly Endpoint[], pairs: readonly Pair[]): Promise<Figures> {
  const isBuilt = ([method, path]: Pair) =>
    endpoints.some((one) => one.method === method && pathsOf(one).some((answered) => sameShape(answered, path)))
  const built = pairs.filter(isBuilt)
  return {
    built: built.length,
    of: pairs.length,
    unmounted: await countUnmounted(built),
    open: pairs.filter((pair) => !isBuilt(pair)).map((pair) => pair.join(' ')),
  }
}

/** Parameters may be called differently; their places may not. */
const sameShape = (a: string, b: string) => a.replace(/\{\w+\}/g, '{}') === b.replace(/\{\w+\}/g, '{}')

/** A built pair must answer a stranger with 401 or a validation problem, not with 404 or 405. */
async function countUnmounted(built: readonly Pair[]): Promise<number> {
  const service = await runService()
  try {
    const call = callAs(service.urls[0] ?? '', null)
    const statuses = await Promise.all(
      built.map(([method, path]) => call(method, path.replace(/\{\w+\}/g, 'x')).then(({ status }) => status)),
    )
    return statuses.filter((status) => status === 404 || status === 405).length
  } finally {
    await service.close()
  }
}
