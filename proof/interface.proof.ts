import { readFileSync } from 'node:fs'
import type { Endpoint } from '../server/src/http/endpoint.ts'
import { describedEndpoints } from '../server/src/main/documents.ts'
import { callAs } from '../server/test/client.ts'
import { runService } from '../server/test/start-service.ts'
import { INTERFACE_PAIRS } from './interface-pairs.ts'
import type { Figures, Proof } from './proof.ts'

const PAIRS = 105

/** How much of the interface answers. It grows with each feature, and never shrinks below what was built. */
export const proof: Proof = {
  promise: 'Every endpoint of the interface is built, or has a feature that is named for it',
  isQuick: true,
  measure: () => count(describedEndpoints, INTERFACE_PAIRS),
  // A list that lost a pair and names a feature that does not exist.
  control: () => count(describedEndpoints, [...INTERFACE_PAIRS.slice(2), ['GET', '/api/v1/elsewhere', 'nowhere']]),
  holds: ({ of, unowned, unmounted }) => of === PAIRS && unowned === 0 && unmounted === 0,
}

type Pair = readonly [method: string, path: string, feature: string]

async function count(endpoints: readonly Endpoint[], pairs: readonly Pair[]): Promise<Figures> {
  const features = featureOrder()
  const isBuilt = ([method, path]: Pair) =>
    endpoints.some((endpoint) => endpoint.method === method && sameShape(endpoint.path, path))
  const built = pairs.filter(isBuilt)
  return {
    built: built.length,
    of: pairs.length,
    unowned: pairs.filter(([, , feature]) => !features.includes(feature)).length,
    unmounted: await countUnmounted(built),
    open: tally(pairs.filter((pair) => !isBuilt(pair))),
  }
}

/** Parameters may be called differently; their places may not. */
const sameShape = (a: string, b: string) => a.replace(/\{\w+\}/g, '{}') === b.replace(/\{\w+\}/g, '{}')

/** The order of features that the import rules enforce is the list of features there are. */
function featureOrder(): string[] {
  const rules = readFileSync(new URL('../.dependency-cruiser.cjs', import.meta.url), 'utf8')
  const list = /FEATURES\s*=\s*\[([^\]]*)\]/.exec(rules)?.[1] ?? ''
  return [...list.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name ?? '')
}

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

const tally = (pairs: readonly Pair[]) =>
  Object.fromEntries(
    [...new Set(pairs.map(([, , feature]) => feature))].map((feature) => [
      feature,
      pairs.filter(([, , owner]) => owner === feature).length,
    ]),
  )
