import type { CallToolResult } from '@modelcontextprotocol/client'
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

/** A client that shows pages, as far as a browser needs it: the host's side of the protocol, by the package of the protocol. */
type Shown = {
  html: string
  args: Record<string, unknown>
  result: CallToolResult
  context: Record<string, unknown>
  capabilities: { openLinks?: object; serverTools?: object }
}
type Said = { opened: string[]; called: object[]; heights: number[] }

declare global {
  var said: Said
  /** Of the program that drives the browser: asks the real service. */
  var callTool: (params: object) => Promise<CallToolResult>
  var showApp: (shown: Shown) => Promise<void>
  var changeContext: (context: Record<string, unknown>) => Promise<void>
}

let bridge: AppBridge | undefined

globalThis.showApp = async ({ html, args, result, context, capabilities }) => {
  await bridge?.close()
  globalThis.said = { opened: [], called: [], heights: [] }
  const frame = document.createElement('iframe')
  frame.title = 'Bindery'
  // Without an origin of its own, and without anything that a page of a stranger may not have.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.srcdoc = html
  document.body.replaceChildren(frame)
  const made = new AppBridge(null, { name: 'host', version: '1' }, capabilities, { hostContext: context })
  bridge = made
  const isInitialized = new Promise<void>((resolve) => made.addEventListener('initialized', () => resolve()))
  made.onopenlink = async ({ url }) => {
    globalThis.said.opened.push(url)
    return {}
  }
  made.oncalltool = (params) => {
    globalThis.said.called.push(params)
    return globalThis.callTool(params)
  }
  made.addEventListener('sizechange', ({ height = 0 }) => {
    globalThis.said.heights.push(height)
    frame.style.height = `${height}px`
  })
  const { contentWindow } = frame
  if (!contentWindow) throw new Error('The frame is not there')
  await made.connect(new PostMessageTransport(contentWindow, contentWindow))
  await isInitialized
  await made.sendToolInput({ arguments: args })
  await made.sendToolResult(result)
}

globalThis.changeContext = async (context) => {
  await bridge?.sendHostContextChange(context)
}
