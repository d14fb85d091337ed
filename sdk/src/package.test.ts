import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const LIMIT_BYTES = 25 * 1024

/** Everything the package offers, as a browser loads it. */
async function bundled(): Promise<{ code: string; imports: string[] }> {
  const build = await rolldown({
    input: fileURLToPath(new URL('bindery.ts', import.meta.url)),
    platform: 'browser',
    treeshake: false,
  })
  const { output } = await build.generate({ format: 'es', minify: true })
  await build.close()
  return {
    code: output.map((part) => (part.type === 'chunk' ? part.code : '')).join(''),
    imports: output.flatMap((part) => (part.type === 'chunk' ? [...part.imports, ...part.dynamicImports] : [])),
  }
}

test('the whole package is less than 25 KB gzipped, needs no other, and asks for nothing that only Node has', async () => {
  const { code, imports } = await bundled()

  expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThan(LIMIT_BYTES)
  expect(imports).toEqual([])
  expect(code).not.toMatch(/\b(?:process|Buffer|require|__dirname|global)\b(?!['"])/)
})
