import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Browser, chromium, type Frame, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'

const CHROMIUM = fileURLToPath(new URL('../../scripts/chromium', import.meta.url))
const HOST_PAGE = fileURLToPath(new URL('./host-page/host-page.ts', import.meta.url))

export type Look = { locale: string; theme: 'light' | 'dark'; width?: number; more?: object; capabilities?: object }
type Said = { opened: string[]; called: { name: string; arguments?: object }[]; heights: number[] }

/** A client that shows the pages of tools: the official client towards the service, a real browser towards the user. */
export type AppHost = {
  call: (tool: string, args: object) => Promise<CallToolResult>
  /** Calls a tool and shows its answer by the page that the tool names. */
  show: (tool: string, args: object, look: Look) => Promise<Frame>
  /** Shows an answer that there is. */
  showResult: (tool: string, args: object, result: CallToolResult, look: Look) => Promise<Frame>
  page: Page
  said: () => Promise<Said>
  /** What the browser asked of a network, and what it complained of. */
  troubles: string[]
  close: () => Promise<void>
}

export async function launchChromium(): Promise<Browser> {
  const executablePath = execFileSync(CHROMIUM, { encoding: 'utf8' }).trim()
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--force-color-profile=srgb'] })
}

export async function openHost(browser: Browser, url: string, token: string): Promise<AppHost> {
  const client = await connected(url, token)
  const { tools } = await client.listTools()
  const page = await browser.newPage()
  const troubles = listenForTrouble(page)
  const call = async (name: string, args: object) =>
    // Safe: that is what the protocol has for this method.
    (await client.callTool({ name, arguments: { ...args } }, { timeout: 300_000 })) as CallToolResult
  await page.exposeFunction('callTool', (asked: { name: string; arguments?: object }) =>
    call(asked.name, asked.arguments ?? {}),
  )
  await page.setContent('<!doctype html><style>body { margin: 0 } iframe { width: 100%; border: 0 }</style><body>')
  await page.addScriptTag({ content: await hostScript() })

  const showResult: AppHost['showResult'] = async (
    tool,
    args,
    result,
    { locale, theme, width = 900, more, capabilities },
  ) => {
    const uri = uriOf(tools.find(({ name }) => name === tool)?._meta)
    const { contents } = await client.readResource({ uri })
    const html = contents[0] && 'text' in contents[0] ? contents[0].text : ''
    await page.setViewportSize({ width, height: 900 })
    const context = { locale, theme, displayMode: 'inline', ...more }
    const shown = { html, args, result, context, capabilities: capabilities ?? { openLinks: {}, serverTools: {} } }
    // Safe: the script of the page made it.
    await page.evaluate(
      (given) => (globalThis as unknown as { showApp: (shown: unknown) => unknown }).showApp(given),
      shown,
    )
    // By its element: the frame before it may still be on its way out.
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    if (!frame) throw new Error('no frame')
    await frame.locator('main[aria-busy="false"]').waitFor()
    return frame
  }
  return {
    call,
    show: async (tool, args, look) => showResult(tool, args, await call(tool, args), look),
    showResult,
    page,
    // Safe: the script of the page made it.
    said: () => page.evaluate(() => (globalThis as unknown as { said: Said }).said),
    troubles,
    close: async () => {
      await page.close()
      await client.close()
    },
  }
}

async function connected(url: string, token: string): Promise<Client> {
  const capabilities = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
  const client = new Client({ name: 'host', version: '1' }, { capabilities, versionNegotiation: { mode: 'auto' } })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  return client
}

/** Safe: what a tool says of its page. */
const uriOf = (meta: unknown) => (meta as { ui: { resourceUri: string } }).ui.resourceUri

function listenForTrouble(page: Page): string[] {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('request', (request) => {
    if (!/^(?:about|data|blob):/.test(request.url())) troubles.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  return troubles
}

async function hostScript(): Promise<string> {
  const bundle = await rolldown({ input: HOST_PAGE, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'iife', codeSplitting: false })
  await bundle.close()
  return output[0].code
}
