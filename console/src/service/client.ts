import { createClient } from '@bindery-data/sdk'
import { accessToken } from './session.ts'

/** The console's only door to the service. */
export const client = createClient({ url: location.origin, token: accessToken })
