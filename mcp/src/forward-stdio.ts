import { Client, type RequestOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  type CallToolResult,
  type HandlerResultTypeMap,
  type RequestMethod,
  Server,
  type Tool,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

/** The longest that a service works on one call. */
const TIMEOUT_MS = 10 * 60_000

/** What a service's /mcp answers, besides tools. */
const PASSED_ON = [
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
] as const satisfies readonly RequestMethod[]

export type Service = { url: string; token: string }

/** A tool of this program itself, for what only the agent's own machine can do. */
export type OwnTool = { described: Tool; run: (args: Record<string, unknown>) => Promise<Record<string, unknown>> }

/** What this program adds to a service. */
export type Additions = {
  tools: readonly OwnTool[]
  instructions: string
  /** Awaited before each call of a tool, its own or the service's. */
  before: () => Promise<void>
}

/** Why a tool of this program did not do it, as the service words it. */
export class ToolRefusal extends Error {
  readonly problem: { code: string; title: string; detail: string; suggested_fix: string }

  constructor(problem: ToolRefusal['problem']) {
    super(problem.detail)
    this.name = 'ToolRefusal'
    this.problem = problem
  }
}

const NOTHING: Additions = { tools: [], instructions: '', before: async () => {} }

/** Speaks to an agent through standard input and output, and passes on what it asks to a service; knows no tool but those added. */
export async function forwardStdio({ url, token }: Service, additions = NOTHING): Promise<void> {
  const client = new Client({ name: 'bindery-mcp', version: '0.2.0' }, { versionNegotiation: { mode: 'auto' } })
  const address = new URL(`${url.replace(/\/+$/, '')}/mcp`)
  // Before the first message: a credential that is refused should be reported at the start.
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: { token: async () => token } }))
  serveStdio(() => serverBefore(client, additions), { onerror: (error) => process.stderr.write(`${error.message}\n`) })
}

function serverBefore(client: Client, additions: Additions): Server {
  const { name, version, title } = client.getServerVersion() ?? { name: 'bindery', version: '0.2.0' }
  const { extensions } = client.getServerCapabilities() ?? {}
  const instructions = [client.getInstructions(), additions.instructions].filter(Boolean).join('\n\n')
  const server = new Server(
    { name, version, ...(title ? { title } : {}) },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, ...(extensions ? { extensions } : {}) },
      ...(instructions ? { instructions } : {}),
    },
  )
  for (const method of PASSED_ON) passOn(server, client, method)
  server.setRequestHandler('tools/list', withOwnTools(asker(client, 'tools/list'), additions))
  server.setRequestHandler('tools/call', callTool(asker(client, 'tools/call'), additions))
  return server
}

type Forwarded = (typeof PASSED_ON)[number] | 'tools/list' | 'tools/call'
type SentMessage = { params?: object | undefined }
type Ask<M extends Forwarded> = (
  request: SentMessage,
  ctx: { mcpReq: { signal: AbortSignal } },
) => Promise<HandlerResultTypeMap[M]>

function passOn<M extends (typeof PASSED_ON)[number]>(server: Server, client: Client, method: M) {
  const ask = asker(client, method)
  server.setRequestHandler(method, (request, ctx) => ask(request, ctx))
}

function asker<M extends Forwarded>(client: Client, method: M): Ask<M> {
  return async (request, ctx) => {
    // What two sides exchanged about themselves stays between them: this program stands on each side for itself.
    const { _meta, ...params }: Record<string, unknown> = { ...request.params }
    const options: RequestOptions = { timeout: TIMEOUT_MS, signal: ctx.mcpReq.signal }
    const answer: unknown = await client.request({ method, params }, options)
    // Safe: it is the answer to the very same method.
    return answer as HandlerResultTypeMap[M]
  }
}

/** Its own come first, on the first page. */
function withOwnTools(ask: Ask<'tools/list'>, { tools: own }: Additions): Ask<'tools/list'> {
  return async (request, ctx) => {
    const listed = await ask(request, ctx)
    const isFirst = !(request.params && 'cursor' in request.params)
    return isFirst ? { ...listed, tools: [...own.map(({ described }) => described), ...listed.tools] } : listed
  }
}

function callTool(ask: Ask<'tools/call'>, { tools, before }: Additions): Ask<'tools/call'> {
  return async (request, ctx) => {
    await before()
    // Safe: the protocol's package has checked the request.
    const { name, arguments: args = {} } = request.params as { name: string; arguments?: Record<string, unknown> }
    const own = tools.find(({ described }) => described.name === name)
    return own ? runOwn(own, args) : ask(request, ctx)
  }
}

async function runOwn({ run }: OwnTool, args: Record<string, unknown>): Promise<CallToolResult> {
  try {
    const answer = await run(args)
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error
    const { problem } = error
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }], _meta: { problem } }
  }
}
