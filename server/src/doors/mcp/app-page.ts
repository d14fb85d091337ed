import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import { notFound } from '../../platform/errors.ts'
import { type Tool, VIEWS, type View } from './tool.ts'

/** The extension MCP Apps: a page of ours shows answers of tools inside clients that can show pages. Its sources are in `mcp/app`. */
export const APP_EXTENSION = { 'io.modelcontextprotocol/ui': {} }

const APP_TYPE = 'text/html;profile=mcp-app'
const ADDRESS = 'ui://bindery/'
const uriOf = (view: View) => `${ADDRESS}${view}`

export const isAppUri = (uri: string) => uri.startsWith(ADDRESS)

/** What a client learns of a tool: which page shows its answers, and that no page calls it but to read on. */
export const appMetaOf = ({ view, readsOn }: Tool) => ({
  ui: {
    ...(view ? { resourceUri: uriOf(view) } : {}),
    visibility: readsOn ? ['model', 'app'] : ['model'],
  },
})

/** One page for all views. It says itself which one it is, because a client need not tell a page which tool was called. */
export async function readAppPage(uri: string): Promise<ReadResourceResult> {
  const view = VIEWS.find((each) => uriOf(each) === uri)
  if (view === undefined) throw notFound('resource', uri)
  const text = (await appPage()).replace('data-view=""', `data-view="${view}"`)
  // It loads nothing from anywhere, so no address is asked for.
  return { contents: [{ uri, mimeType: APP_TYPE, text, _meta: { ui: { csp: {}, prefersBorder: true } } }] }
}

const IS_PACKED = import.meta.filename.endsWith('.js')
const PACKED = new URL('./app-page.html', import.meta.url)
const BUNDLER = fileURLToPath(new URL('../../../../tools/bundle-mcp-app.ts', import.meta.url))
const MOST_BYTES = 1024 * 1024

let page: Promise<string> | undefined

function appPage(): Promise<string> {
  page ??= IS_PACKED ? readFile(PACKED, 'utf8') : bundlePage()
  // What fails is tried again by the next caller.
  page.catch(() => {
    page = undefined
  })
  return page
}

/** Bundled by a process of its own, which ends with the memory it took. */
async function bundlePage(): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', BUNDLER]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {}, maxBuffer: MOST_BYTES })
  return stdout
}
