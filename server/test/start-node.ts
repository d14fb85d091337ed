import { type ApiOptions, type RunningApi, startApi } from '../src/main/api.ts'
import { createLog } from '../src/platform/log.ts'
import type { Settings } from '../src/platform/settings.ts'
import type { RunningService } from './start-service.ts'

/** One more api node of a service, with other settings or options. */
export function startNode(
  { settings }: Pick<RunningService, 'settings'>,
  options: Omit<ApiOptions, 'log'>,
  changed: Partial<Settings> = {},
): Promise<RunningApi> {
  const log = createLog('fatal', { write: () => undefined })
  return startApi({ ...settings, ...changed }, { log, ...options })
}
