import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
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

/** As many as it can while the folder is being emptied. */
async function layFiles(folder: string) {
  for (const until = performance.now() + LAYING_MS; performance.now() < until; await turn())
    for (let n = 0; n < 50; n++) writeFileSync(join(folder, `${n}.parquet`), '')
}
