import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundleProgram } from './bundle-program.ts'

const PROGRAM = `import { readFileSync } from 'node:fs'
const read = (): string => readFileSync(new URL('./beside.model.json', import.meta.url), 'utf8')
console.log(JSON.parse(read()).said)`

test('a file that a program reads beside itself is part of its bundle', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  writeFileSync(join(folder, 'beside.model.json'), `{"said": "it's \\"here\\""}\n`)

  const bundle = await bundleProgram(join(folder, 'program.ts'))

  rmSync(join(folder, 'beside.model.json'))
  writeFileSync(join(folder, 'alone.cjs'), bundle)
  const printed = execFileSync(process.execPath, [join(folder, 'alone.cjs')], { encoding: 'utf8' })
  expect(printed).toBe('it\'s "here"\n')
})

test('a bundle is written in ASCII alone, and says the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = "console.log('合計 😀', `小計`, /^[Ａ-Ｚ㈱😀]+$/u.test('㈱😀'), { 名: 'é' }.名)"
  writeFileSync(join(folder, 'program.ts'), program)

  const bundle = await bundleProgram(join(folder, 'program.ts'))

  writeFileSync(join(folder, 'alone.cjs'), bundle)
  const printed = execFileSync(process.execPath, [join(folder, 'alone.cjs')], { encoding: 'utf8' })
  expect(bundle).not.toMatch(/\P{ASCII}/u)
  expect(printed).toBe('合計 😀 小計 true é\n')
})

test('a character that no escape can stand for is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'program.ts'),
    'export const raw = process.argv.length > 9 && String.raw`合計`; console.log(raw)',
  )

  await expect(bundleProgram(join(folder, 'program.ts'))).rejects.toThrow(
    'Write the characters beyond ASCII as escapes',
  )
})
