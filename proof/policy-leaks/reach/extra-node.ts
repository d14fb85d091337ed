import type { ApiOptions, RunningApi } from '../../../server/src/main/api.ts'
import type { Settings } from '../../../server/src/platform/settings.ts'
import { startNode as startNodeOf } from '../../../server/test/start-node.ts'
import type { Stage } from '../stage.ts'

/** One more api node of the same service, with other settings. */
export const startNode = (
  { world }: Stage,
  settings: Partial<Settings>,
  options: Pick<ApiOptions, 'reading' | 'answering'> = {},
): Promise<RunningApi> => startNodeOf(world.service, options, settings)
