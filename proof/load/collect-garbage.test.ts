import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { residentBytes } from '../../server/src/engine/sandbox/process-tree.ts'
import { freePort } from '../lib/free-port.ts'
import { collectable, collectGarbage } from './collect-garbage.ts'

const MEGABYTE = 1024 ** 2
/** A hundred megabytes of small objects, which are old by the time that they are let go, or kept. */
const program = (kept: 'kept' | 'dropped') => `
  let objects = Array.from({ length: 1_500_000 }, (_, n) => ({ n, text: 'n' + n }))
  ${kept === 'kept' ? 'globalThis.objects = objects' : 'objects = undefined'}
  setInterval(() => {}, 60_000)
  process.stdout.write('ready')
`

test('garbage is gone after a collection, and what is kept is not', async () => {
  const [dropped, kept] = await Promise.all([collectedMegabytes('dropped'), collectedMegabytes('kept')])

  expect(kept.after - dropped.after).toBeGreaterThan(60)
  expect(dropped.before - dropped.after).toBeGreaterThan(60)
  expect(kept.heap - dropped.heap).toBeGreaterThan(60)
})

async function collectedMegabytes(what: 'kept' | 'dropped') {
  const port = await freePort()
  const child = spawn(process.execPath, [collectable(port), '-e', program(what)])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const before = megabytesOf(child)
  const heap = (await collectGarbage(port)).heapBytes / MEGABYTE
  return { before, after: megabytesOf(child), heap }
}

const megabytesOf = ({ pid = 0 }: ChildProcess) => residentBytes([pid]) / MEGABYTE
