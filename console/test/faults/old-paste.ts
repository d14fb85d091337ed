import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'

const CONSOLE = fileURLToPath(new URL('../../', import.meta.url))
const NOW = 'known.set(index, await readLine(index))'
const OLD = 'known.set(index, await readLine(index).catch(() => ABSENT))'
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/** The console as it was when a line that could not be read passed for one behind the end of the table. */
export async function buildOldPaste(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-old-paste-'))
  const breaks = {
    name: 'old-paste',
    enforce: 'pre' as const,
    transform: (code: string, id: string) => {
      if (!id.endsWith('/grid/rows/row-pages.ts')) return undefined
      if (!code.includes(NOW)) throw new Error('the old paste is written for another row-pages.ts')
      return code.replace(NOW, OLD)
    },
  }
  await build({
    root: CONSOLE,
    configFile: `${CONSOLE}vite.config.ts`,
    mode: 'production',
    logLevel: 'error',
    plugins: [breaks],
    build: { outDir: folder },
  })
  return folder
}

/** The page loads it instead of the console that the service serves. */
export async function serveFrom(page: Page, folder: string) {
  await page.route(/\/w\/|\/assets\//, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/api/')) return route.fallback()
    if (!pathname.startsWith('/assets/')) {
      const response = await route.fetch()
      const nonce = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1] ?? ''
      const body = readFileSync(`${folder}/index.html`, 'utf8').replaceAll('CSP_NONCE', nonce)
      return route.fulfill({ response, body })
    }
    const contentType = TYPES[extname(pathname)] ?? 'application/octet-stream'
    return route.fulfill({ body: readFileSync(folder + pathname), contentType })
  })
}
