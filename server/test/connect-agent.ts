import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** The official clients: of the newest revision, of the one before, and the package before that. */
export const DIALECTS = ['2026', '2025', 'v1'] as const
export type Dialect = (typeof DIALECTS)[number]

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
type Loose = any

/** What a call came to: its structured answer or its problem, and how many bytes that took. */
export type ToolCall = { answer: Loose; problem: Loose; text: string; bytes: number }

/** An agent: an official client behind one face, whichever it is. */
export type ConnectedAgent = {
  /** Of the protocol, that the service offers. */
  extensions: () => Loose
  tools: () => Promise<Loose[]>
  call: (name: string, args?: object) => Promise<ToolCall>
  resources: (cursor?: string) => Promise<Loose>
  templates: () => Promise<Loose>
  readResource: (uri: string) => Promise<Loose>
  prompts: () => Promise<Loose>
  getPrompt: (name: string, args?: Record<string, string>) => Promise<Loose>
  close: () => Promise<void>
}

export async function connectAgent(url: string, token: string, dialect: Dialect = '2026'): Promise<ConnectedAgent> {
  const address = new URL(`${url}/mcp`)
  const info = { name: 'test', version: '1' }
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  if (dialect === 'v1') {
    const client = new OlderClient(info)
    // Safe: the package is older than the strictness that optional members are declared with here.
    await client.connect(new OlderTransport(address, { requestInit }) as Parameters<typeof client.connect>[0])
    return facing(client, (params) => client.callTool(params, undefined, PATIENCE))
  }
  const mode = dialect === '2026' ? ({ pin: '2026-07-28' } as const) : 'legacy'
  const client = new Client(info, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }))
  return facing(client, (params) => client.callTool(params, PATIENCE))
}

/** On a busy machine a call takes longer than the minute that clients wait. */
const PATIENCE = { timeout: 300_000 }

/** The clients differ in their types, and not in what they are asked here. */
function facing(client: Loose, callTool: (params: Loose) => Promise<Loose>): ConnectedAgent {
  return {
    extensions: () => client.getServerCapabilities()?.extensions,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => toolCall(await callTool({ name, arguments: args })),
    resources: (cursor) => client.listResources(cursor ? { cursor } : {}),
    templates: () => client.listResourceTemplates(),
    readResource: (uri) => client.readResource({ uri }),
    prompts: () => client.listPrompts(),
    getPrompt: (name, args = {}) => client.getPrompt({ name, arguments: args }),
    close: () => client.close(),
  }
}

export function toolCall(result: Loose): ToolCall {
  const text: string = result.content.map((part: { text?: string }) => part.text ?? '').join('')
  const problem = result.isError ? result._meta?.problem : undefined
  return { answer: result.structuredContent, problem, text, bytes: Buffer.byteLength(JSON.stringify(result)) }
}
