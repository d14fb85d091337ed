import { BinderyProblem, type Client, createClient } from '@bindery-data/sdk'

/** No address: what is asked of it stays inside the process. */
const INSIDE = 'http://inside.invalid'

/** The client of tools: the service as the caller's own credential sees it, by way of its API. */
export type Agent = Client & {
  /** Of the service, as people open it. */
  address: string
  /** Asks what is no operation of the API. */
  ask: (method: string, path: string, body: unknown) => Promise<unknown>
}

/** `inside` asks with the credential of the request that brought the call, through every door an outsider passes. */
export function agentBehind(inside: typeof fetch, address: string): Agent {
  // Whether a call is worth repeating the agent decides, who also knows what it has changed meanwhile.
  const client = createClient({ url: INSIDE, fetch: inside, retries: 0 })
  return {
    ...client,
    address,
    ask: async (method, path, body) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await inside(INSIDE + path, { method, headers, body: JSON.stringify(body) })
      const parsed: unknown = await answer.json()
      // Safe: what the service answers with such a status is a problem document.
      if (!answer.ok) throw problemIn(parsed as ConstructorParameters<typeof BinderyProblem>[0])
      return parsed
    },
  }
}

const problemIn = (parsed: ConstructorParameters<typeof BinderyProblem>[0]) =>
  new BinderyProblem(parsed, { url: INSIDE, retryAfterMs: null })
