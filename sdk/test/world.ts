import type { Settings } from '../../server/src/platform/settings.ts'
import { newPerson } from '../../server/test/person.ts'
import { startWithJobs } from '../../server/test/source-place.ts'
import { type ClientOptions, createClient } from '../src/client.ts'

/** The real service with a worker, and clients of it. */
export function startWorld(settings: Partial<Settings> = {}) {
  const service = startWithJobs(settings)
  return {
    service,
    /** A client of a new user. */
    newClient: async (more: Partial<ClientOptions> = {}) => {
      const person = await newPerson(service.url())
      return createClient({ url: service.url(), token: person.session, ...more })
    },
  }
}

export const SALES = { name: 'sales', columns: [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }] }
