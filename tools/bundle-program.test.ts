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
