import { afterAll, beforeAll } from 'vitest'
import { type Call, callAs } from './client.ts'
import { newPerson, type Person } from './person.ts'
import { type RunningService, runService, type ServiceOptions } from './start-service.ts'

/** The service for the tests of one file: started before the first, gone after the last. */
export function startService(options: ServiceOptions = {}) {
  let running: RunningService | undefined
  beforeAll(async () => {
    running = await runService(options)
  })
  afterAll(() => running?.close())

  const service = () => {
    if (!running) throw new Error('the service runs only while tests do')
    return running
  }
  const url = (node = 0) => service().urls[node] ?? ''

  return {
    get running() {
      return service()
    },
    url,
    /** Calls with a credential; without one as a stranger. `node` picks the api node. */
    as: (credential: string | null, node = 0): Call => callAs(url(node), credential),
    newPerson: (name?: string) => newPerson(url(), name),
    /** A person and a workbook in their personal workspace. */
    newWorkbook: async (title = 'Ledger') => {
      const owner = await newPerson(url())
      const { body } = await owner.call('POST', '/api/v1/workbooks', { title })
      return { id: body.workbook_id as string, owner, body }
    },
    /** A token of this person, plaintext. */
    newToken: async (person: Person, request: Record<string, unknown> = {}): Promise<string> => {
      const { body } = await person.call('POST', '/api/v1/me/tokens', { name: 'test', ...request })
      return body.token
    },
  }
}
