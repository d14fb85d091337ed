import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testSandbox } from '../sandbox/self-test.ts'
import { startEngineProcess } from './engine-process-handle.ts'

/** Less than an engine's folder is tried for. */
const LAYING_MS = 300

test('an engine that dies while files are laid for it ends without a word, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-engines-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const engine = await startEngineProcess({ folder, isSandboxed: false })

  engine.kill()
  const laying = layFiles(engine.folders.input)

  await expect(engine.exited).resolves.toBeUndefined()
  await laying
  expect(readdirSync(folder)).toEqual([])
})

const { holds } = await testSandbox()

test.runIf(holds)('engines read the code that one of them left behind, and none changes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-engines-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o711)
  const written = () =>
    readdirSync(join(folder, 'code-engine'), { recursive: true, encoding: 'utf8' }).map((name) => {
      const { size, mtimeMs } = statSync(join(folder, 'code-engine', name))
      return { name, size, mtimeMs }
    })

  for (let n = 0; n < 4; n++) await startAndEnd(folder)
  const left = written()
  await startAndEnd(folder)

  expect(left.some(({ size }) => size > 50_000)).toBe(true)
  expect(written()).toEqual(left)
})

async function startAndEnd(folder: string) {
  const engine = await startEngineProcess({ folder, isSandboxed: true })
  expect(await engine.ask({ do: 'state' }, 30_000)).toMatchObject({ tables: [] })
  engine.kill()
  await engine.exited
}

/** As many as it can while the folder is being emptied. */
async function layFiles(folder: string) {
  for (const until = performance.now() + LAYING_MS; performance.now() < until; await turn())
    for (let n = 0; n < 50; n++) writeFileSync(join(folder, `${n}.parquet`), '')
}
