import { BinderyProblem } from '@bindery-data/sdk'
import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as WireTool,
} from '@modelcontextprotocol/server'
import { missingScopes } from '../../people/accounts/permission.ts'
import type { Context } from '../../platform/context.ts'
import { ServiceError } from '../../platform/errors.ts'
import { type Agent, agentBehind } from './agent.ts'
import { TOOLS } from './all-tools.ts'
import { APP_EXTENSION, appMetaOf } from './app-page.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, readResource, TEMPLATES } from './resources.ts'
import type { Tool } from './tool.ts'

const INFO = { name: 'bindery', title: 'Bindery', version: '1.0.0' }

const INSTRUCTIONS =
  'Bindery keeps spreadsheets as typed, versioned, governed tables inside workbooks. Find data with search_data or list_workbooks, read columns with describe_table, compute with query (SQL) instead of reading rows. Answers are small pages: read on with the cursor or offset they give. Edits name the edit_version you read and can be undone. Values that policies hide from this credential come as null or not at all. A failed call tells a code and a suggested_fix: follow it.'

type Serving = {
  inside: typeof fetch
  /** Throws what is wrong with the arguments of a tool. */
  check: (tool: Tool, args: unknown) => void
  /** Tells the log of a fault of ours. */
  logFault: (error: unknown, asked: string) => void
}

/** Answers one message of the Model Context Protocol. Nothing is kept between two of them, so that any node may answer the next. */
export function serveMcp(ctx: Context, request: Request, serving: Serving): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(ctx, serving), {
    // Nothing is ever sent unasked, so there is nothing to listen for.
    maxSubscriptions: 0,
    onerror: (error) => ctx.log.debug({ message: error.message }, 'mcp'),
  })
  return handler.fetch(request)
}

function serverFor(ctx: Context, serving: Serving): Server {
  const agent = agentBehind(serving.inside, ctx.settings.baseUrl)
  const answered = <T>(asked: string, work: () => Promise<T>) => describeProblem(serving, asked, work)
  const server = new Server(INFO, {
    capabilities: { tools: {}, resources: {}, prompts: {}, extensions: APP_EXTENSION },
    instructions: INSTRUCTIONS,
  })
  server.setRequestHandler('tools/list', () => ({ tools: toolsFor(ctx).map(wireTool) }))
  server.setRequestHandler('tools/call', ({ params }) => callTool(agent, serving, params))
  server.setRequestHandler('resources/list', ({ params }) =>
    answered('resources', () => listResources(agent, params?.cursor)),
  )
  server.setRequestHandler('resources/templates/list', () => TEMPLATES)
  server.setRequestHandler('resources/read', ({ params }) =>
    answered('a resource', () => readResource(agent, params.uri)),
  )
  server.setRequestHandler('prompts/list', () => listPrompts())
  server.setRequestHandler('prompts/get', ({ params }) =>
    answered('a prompt', async () => getPrompt(params.name, params.arguments)),
  )
  return server
}

/** A credential that may only read is shown what reads. Whether it may is decided behind each tool, whatever was shown. */
const toolsFor = ({ caller }: Context) =>
  TOOLS.filter(({ scope, lesserScope = scope }) => missingScopes(caller.scopes, [lesserScope]).length === 0)

const wireTool = (tool: Tool): WireTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  annotations: { title: tool.title, ...tool.annotations },
  // Safe: both are JSON Schemas of objects.
  inputSchema: tool.input as unknown as WireTool['inputSchema'],
  outputSchema: tool.output as unknown as NonNullable<WireTool['outputSchema']>,
  _meta: appMetaOf(tool),
})

async function callTool(
  agent: Agent,
  { check, logFault }: Serving,
  { name, arguments: sent }: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const tool = TOOLS.find((each) => each.name === name)
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`)
  try {
    const args = { ...sent }
    check(tool, args)
    const answer = await tool.run(agent, args)
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
  } catch (error) {
    const problem = problemBehind(error)
    if (!problem) logFault(error, name)
    return refusalOf(problem)
  }
}

/** What is no tool fails as a request does: with an error of the protocol that carries the problem. */
async function describeProblem<T>({ logFault }: Serving, asked: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const problem = problemBehind(error)
    if (!problem) logFault(error, asked)
    const code = problem ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    throw new ProtocolError(code, problem?.detail ?? 'A fault in the service', problem)
  }
}

/** What went wrong, as the API tells it: with a code, and with what to do about it. */
type ToolProblem = { code: string; title: string; detail: string; suggested_fix: string } & Record<string, unknown>

/** Undefined: a fault of ours, of which nothing is shown. */
function problemBehind(error: unknown): ToolProblem | undefined {
  if (error instanceof BinderyProblem) {
    const { type: _, instance: __, ...answered } = error.fields
    const { code, title, detail, suggestedFix } = error
    return { ...answered, code, title, detail, suggested_fix: suggestedFix ?? '' }
  }
  if (!(error instanceof ServiceError)) return undefined
  const { title, detail, suggestedFix, extra } = error.text
  return { ...extra, code: error.code, title, detail, suggested_fix: suggestedFix }
}

const FAULT: ToolProblem = {
  code: 'internal_error',
  title: 'Something went wrong on our side',
  detail: 'The call could not be completed because of a fault in the service.',
  suggested_fix: 'Try again; if it happens again, go on without this tool and say so.',
}

/**
 * A failed call, for an agent that should mend it. The problem stands in the text, which every agent reads, and in `_meta` for programs:
 * some clients hold the structured content of failures, too, against the schema of answers.
 */
function refusalOf(problem: ToolProblem = FAULT): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }], _meta: { problem } }
}
