import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/**
 * Prints the page of `mcp/app` as one HTML file that loads nothing. A packed service holds it so, and one that runs from its sources
 * makes it when it is first asked for.
 *   node tools/bundle-mcp-app.ts
 */
const APP = join(import.meta.dirname, '../mcp/app')

export async function bundleMcpApp(): Promise<string> {
  const bundle = await rolldown({ input: join(APP, 'page.ts'), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false, minify: true })
  await bundle.close()
  const script = output[0].code.replaceAll('</script', '<\\/script')
  const parts: Record<string, string> = { POLICY: policyFor(script), '/* STYLE */': textOf('page.css'), SCRIPT: script }
  return textOf('page.html').replace(/POLICY|\/\* STYLE \*\/|SCRIPT/g, (name) => parts[name] ?? name)
}

const textOf = (file: string) => readFileSync(join(APP, file), 'utf8')

/** The host has a policy, too. By this one not even a script that stood in the page would run, but for ours. */
function policyFor(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64')
  return `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`
}

if (import.meta.main) process.stdout.write(await bundleMcpApp())
