import type { Sentence } from '../sentences/sentence.ts'
import { AUTHENTICATION_SENTENCES } from './authentication.ts'
import { CONTROL_SENTENCES } from './control-endpoints.ts'
import { ERROR_SENTENCES } from './errors.ts'
import { EVENT_SENTENCES } from './events.ts'
import { FILE_SENTENCES } from './file-endpoints.ts'
import { IDENTITY_SENTENCES } from './identity-endpoints.ts'
import { INGEST_SENTENCES } from './ingest.ts'
import { LIMIT_SENTENCES } from './limits.ts'
import { REQUEST_SENTENCES } from './resources.ts'
import { RESPONSE_SENTENCES } from './responses.ts'
import { STATE_SENTENCES } from './states.ts'
import { TABLE_SENTENCES } from './table-endpoints.ts'
import { VERSIONING_SENTENCES } from './versioning.ts'
import { SERVICE_SENTENCES } from './what-it-does.ts'

/** Every sentence and table row of the interface, in its order. */
export const INTERFACE_SENTENCES: readonly Sentence[] = [
  ...SERVICE_SENTENCES,
  ...INGEST_SENTENCES,
  ...REQUEST_SENTENCES,
  ...RESPONSE_SENTENCES,
  ...STATE_SENTENCES,
  ...CONTROL_SENTENCES,
  ...IDENTITY_SENTENCES,
  ...TABLE_SENTENCES,
  ...FILE_SENTENCES,
  ...AUTHENTICATION_SENTENCES,
  ...EVENT_SENTENCES,
  ...ERROR_SENTENCES,
  ...LIMIT_SENTENCES,
  ...VERSIONING_SENTENCES,
]
