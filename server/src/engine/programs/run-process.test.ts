import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundledFile } from './bundled-program.ts'

/** Calls a function when it has stood for a while, as a program does that is asked. */
const PROGRAM = `const { basename } = require('node:path')
function sum(numbers) { return numbers.reduce((all, one) => all + Number(one), 0) }
setTimeout(() => console.log(basename(process.argv[1]), sum(process.argv.slice(2))), 20)`

let runner = ''
beforeAll(async () => {
  runner = await bundledFile(join(import.meta.dirname, 'run-process.ts'))
})

function makeProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'program.cjs'), PROGRAM)
  return { program: join(folder, 'program.cjs'), code: join(folder, 'program.code') }
}

function run(way: 'read' | 'leave', { program, code }: ReturnType<typeof makeProgram>) {
  const { stdout, stderr } = spawnSync(process.execPath, [runner, way, code, program, '20', '22'], { encoding: 'utf8' })
  return { stdout, stderr }
}

test('a program that leaves its code, and one that reads it, do what the program does by itself', () => {
  const made = makeProgram()

  const [left, read] = [run('leave', made), run('read', made)]

  expect(left).toEqual({ stdout: 'program.cjs 42\n', stderr: '' })
  expect(read).toEqual({ stdout: 'program.cjs 42\n', stderr: '' })
})

test('the code holds what was called after the start', () => {
  const [short, long] = [makeProgram(), makeProgram()]
  writeFileSync(short.program, PROGRAM.replace('setTimeout(', 'if (process.argv.length > 9) setTimeout('))

  run('leave', short)
  run('leave', long)

  expect(statSync(long.code).size).toBeGreaterThan(statSync(short.code).size)
})

test('code of another Node is passed over, with a word for the log', () => {
  const made = makeProgram()
  writeFileSync(made.code, Buffer.alloc(1_000))

  const { stdout, stderr } = run('read', made)

  expect(stdout).toBe('program.cjs 42\n')
  expect(stderr).toContain('compiled again')
})
