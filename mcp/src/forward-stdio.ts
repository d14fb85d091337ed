import { Client, type RequestOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type HandlerResultTypeMap, type RequestMethod, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

/** The longest that a service works on one call. */
const TIMEOUT_MS = 10 * 60_000

/** All that a service's /mcp answers. */
const PASSED_ON = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
] as const satisfies readonly RequestMethod[]

export type Service = { url: string; token: string }

/** Speaks to an agent through standard input and output, and passes on what it asks to a service; knows no tool itself. */
export async function forwardStdio({ url, token }: Service): Promise<void> {
  const client = new Client({ name: 'bindery-mcp', version: '0.2.0' }, { versionNegotiation: { mode: 'auto' } })
  const address = new URL(`${url.replace(/\/+$/, '')}/mcp`)
  // Before the first message: a credential that is refused should be reported at the start.
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: { token: async () => token } }))
  serveStdio(() => serverBefore(client), { onerror: (error) => process.stderr.write(`${error.message}\n`) })
}

function serverBefore(client: Client): Server {
  const { name, version, title } = client.getServerVersion() ?? { name: 'bindery', version: '0.2.0' }
  const instructions = client.getInstructions()
  const server = new Server(
    { name, version, ...(title ? { title } : {}) },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, ...(instructions ? { instructions } : {}) },
  )
  for (const method of PASSED_ON) passOn(server, client, method)
  return server
}

function passOn<M extends (typeof PASSED_ON)[number]>(server: Server, client: Client, method: M) {
  server.setRequestHandler(method, async (request, ctx) => {
    // What two sides exchanged about themselves stays between them: this program stands on each side for itself.
    const { _meta, ...params }: Record<string, unknown> = { ...request.params }
    const options: RequestOptions = { timeout: TIMEOUT_MS, signal: ctx.mcpReq.signal }
    const answer: unknown = await client.request({ method, params }, options)
    // Safe: it is the answer to the very same method.
    return answer as HandlerResultTypeMap[M]
  })
}
