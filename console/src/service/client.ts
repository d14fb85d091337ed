import { createClient } from '@bindery-data/sdk'
import { accessToken } from './session.ts'

/** The console's only door to the service. */
export const client = createClient({ url: location.origin, token: accessToken })

/** For small reads and writes that a person waits for: an answer that does not come is asked for again sooner. */
export const prompt = createClient({ url: location.origin, token: accessToken, timeoutMs: 30_000 })
