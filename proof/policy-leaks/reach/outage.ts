import type { Endpoint } from '../../../server/src/platform/http/endpoint.ts'
import { startDatabaseProxy } from '../../../server/test/database-proxy.ts'
import { routesThatDeclare } from '../routes.ts'
import type { Asking, Stage } from '../stage.ts'
import { startNode } from './extra-node.ts'
import { goodRequest } from './sweeps.ts'

const AT_ONCE = 6

/**
 * Every route that may answer `unavailable`, on a node whose way to PostgreSQL is cut: the one place in which an outage becomes
 * that answer. Tables whose segments are missing are asked first, on a whole node.
 */
export async function reachOutage(stage: Stage): Promise<void> {
  const { settings } = stage.world.service
  const proxy = await startDatabaseProxy(settings.databaseUrl)
  const node = await startNode(stage, { databaseUrl: proxy.url })
  const requests: { route: Endpoint; good: Asking }[] = []
  for (const route of routesThatDeclare('unavailable')) requests.push({ route, good: await goodRequest(stage, route) })
  proxy.cut()
  const worker = async () => {
    for (let next = requests.shift(); next; next = requests.shift())
      await stage.ask(next.route.operation, { ...next.good, node: node.url, timeoutMs: 60_000 })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await node.close().catch(() => undefined)
  proxy.close()
}
