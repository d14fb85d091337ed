import { type ApiOptions, type RunningApi, startApi } from '../../../server/src/main/api.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import type { Settings } from '../../../server/src/platform/settings.ts'
import type { Stage } from '../stage.ts'

/** One more api node of the same service, with other settings. */
export function startNode(
  { world }: Stage,
  settings: Partial<Settings>,
  options: Pick<ApiOptions, 'reading'> = {},
): Promise<RunningApi> {
  const log = createLog('fatal', { write: () => undefined })
  return startApi({ ...world.service.settings, ...settings }, { log, ...options })
}
