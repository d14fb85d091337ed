import type {
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiInitializeResult,
  McpUiToolInputNotification,
  McpUiToolResultNotification,
} from '@modelcontextprotocol/ext-apps'

/**
 * The protocol of MCP Apps (2026-01-26) as far as this page speaks it: JSON-RPC between the page and the client that frames it, the
 * host. docs/dependencies.md says why this is not the package of the protocol.
 */
const PROTOCOL = '2026-01-26'
const APP = { name: 'bindery', title: 'Bindery', version: '1.0.0' }

export type ToolResult = McpUiToolResultNotification['params']
type Arguments = NonNullable<McpUiToolInputNotification['params']['arguments']>

/** What the host says without being asked. */
export type Heard = {
  input: (args: Arguments) => void
  result: (result: ToolResult) => void
  cancelled: () => void
  context: (changed: McpUiHostContext) => void
}

export type Host = {
  context: McpUiHostContext
  /** Undefined where the host opens no links, or calls no tools. */
  openLink: ((url: string) => Promise<void>) | undefined
  callTool: ((name: string, args: Arguments) => Promise<ToolResult>) | undefined
  sayHeight: (height: number) => void
}

type Message = {
  id?: number | string
  method?: string
  params?: unknown
  result?: unknown
  error?: { message?: string }
}

export async function connectHost(heard: Heard): Promise<Host> {
  const { ask, send } = speakWithParent(heard)
  const params = {
    appInfo: APP,
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    protocolVersion: PROTOCOL,
  }
  // Safe: that is what the protocol has for this method.
  const { hostCapabilities = {}, hostContext = {} } = (await ask('ui/initialize', params)) as McpUiInitializeResult
  send({ method: 'ui/notifications/initialized', params: {} })
  return { ...offered(hostCapabilities, ask), context: hostContext, sayHeight: (height) => sayHeight(send, height) }
}

type Ask = (method: string, params: object) => Promise<unknown>
type Send = (message: object) => void

function offered({ openLinks, serverTools }: McpUiHostCapabilities, ask: Ask): Pick<Host, 'openLink' | 'callTool'> {
  const openLink = async (url: string) => void (await ask('ui/open-link', { url }))
  // Safe: that is what the protocol has for this method.
  const callTool = async (name: string, args: Arguments) =>
    (await ask('tools/call', { name, arguments: args })) as ToolResult
  return { openLink: openLinks ? openLink : undefined, callTool: serverTools ? callTool : undefined }
}

const sayHeight = (send: Send, height: number) => send({ method: 'ui/notifications/size-changed', params: { height } })

function speakWithParent(heard: Heard): { ask: Ask; send: Send } {
  const waiting = new Map<number | string, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  // The origin of the host is not known. What goes there came from there, or is the height of the page.
  const send: Send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  let asked = 0

  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || !isMessage(data)) return
    if (data.method !== undefined) hear(data)
    else if (data.id !== undefined) settle(data.id, data)
  })

  function settle(id: number | string, { result, error }: Message) {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error) reject?.(new Error(error.message ?? 'The client refused'))
    else resolve?.(result)
  }

  function hear({ id, method = '', params = {} }: Message) {
    if (id === undefined) dispatch(heard, method, params)
    else if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} })
    else send({ id, error: { code: -32601, message: `This page has no ${method}` } })
  }

  const ask: Ask = (method, params) =>
    new Promise((resolve, reject) => {
      asked++
      waiting.set(asked, { resolve, reject })
      send({ id: asked, method, params })
    })
  return { ask, send }
}

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'jsonrpc' in data && data.jsonrpc === '2.0'

/** What is not known is passed over: later revisions of the protocol say more. */
function dispatch(heard: Heard, method: string, params: unknown) {
  // Safe: each is what the protocol has for its method.
  if (method === 'ui/notifications/tool-input') heard.input((params as { arguments?: Arguments }).arguments ?? {})
  if (method === 'ui/notifications/tool-result') heard.result(params as ToolResult)
  if (method === 'ui/notifications/tool-cancelled') heard.cancelled()
  if (method === 'ui/notifications/host-context-changed') heard.context(params as McpUiHostContext)
}
