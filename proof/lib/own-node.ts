import { join } from 'node:path'
import type { RunningService } from '../../server/test/start-service.ts'
import { type ApiNode, startNode } from './crash-nodes.ts'
import { nodeEnvironment } from './node-environment.ts'

/** A node of the service, which only answers unless said otherwise, in a process of its own, so that measuring takes none of its time. */
export function startOwnNode(
  service: RunningService,
  more: Readonly<Record<string, string>> = {},
  role: 'api' | 'all' = 'api',
): Promise<ApiNode> {
  const { folder, environment } = nodeEnvironment(service)
  const given = { ...environment, SVC_LOG_LEVEL: 'error', SVC_REGISTRATION: 'open', ...more }
  return startNode(given, join(folder, 'node.log'), role)
}
