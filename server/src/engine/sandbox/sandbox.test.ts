import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { cpuOfEndedChildrenMs } from '../../../test/cpu-time.ts'
import { attack, startAttack } from './attack.ts'
import { listTree } from './process-tree.ts'
import { nodeProgramBinds, programBinds } from './program-binds.ts'
import { type SandboxedProcess, startSandboxed } from './sandbox.ts'
import type { SandboxOptions, SandboxOverrides } from './sandbox-options.ts'
import { shareWithSandbox } from './sandbox-user.ts'

const MEGABYTE = 1024 * 1024
const LIMITS = { tmpfsBytes: 16 * MEGABYTE, memoryBytes: 300 * MEGABYTE, maxProcesses: 64 }
const LIMITED_BY: SandboxOverrides[] = [{ isPolled: false }, { isPolled: true }]

const runShell = (script: string, options: Partial<SandboxOptions> = {}) =>
  startSandboxed({ ...LIMITS, program: '/bin/sh', args: ['-c', script], ...options })

function channelOf(sandboxed: SandboxedProcess, n: number): Socket {
  const channel = sandboxed.channels[n]
  if (!channel) throw new Error(`there is no channel ${n}`)
  return channel
}

/** An engine in small: a statement comes in over descriptor 3, the answer leaves over 4. */
const DUCKDB_PROGRAM = `
  import { createReadStream, writeSync } from 'node:fs'
  import { createRequire } from 'node:module'
  import { text } from 'node:stream/consumers'
  const { DuckDBInstance } = createRequire('/app/server/package.json')('@duckdb/node-api')
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '200MB' })).connect()
  const statement = await text(createReadStream('', { fd: 3 }))
  writeSync(4, JSON.stringify((await connection.runAndReadAll(statement)).getRowsJson()))
  process.exit(0)`

function startDuckDb(statement: string, overrides: SandboxOverrides = {}) {
  const { program, readOnlyBinds } = nodeProgramBinds(join(import.meta.dirname, 'probe.ts'))
  const args = ['--input-type=module', '-e', DUCKDB_PROGRAM]
  const engine = startSandboxed({ ...LIMITS, program, args, readOnlyBinds, channels: 2 }, overrides)
  engine.setDeadline(25_000)
  channelOf(engine, 0).end(statement)
  return engine
}

test('a program and its sandbox are distinguished by what they write and how they end', async () => {
  const sandboxed = runShell('echo out; echo err >&2; exit 7')

  expect(await sandboxed.exited).toEqual({ code: 7, signal: null, reason: 'exit' })
  expect(sandboxed.stdout.text()).toBe('out\n')
  expect(sandboxed.stderr.text()).toBe('err\n')
})

test('DuckDB runs inside and answers over its channels', async () => {
  const engine = startDuckDb('select 42 as answer')

  const answer = await text(channelOf(engine, 1))

  expect(JSON.parse(answer)).toEqual([[42]])
  expect(await engine.exited).toMatchObject({ code: 0, reason: 'exit' })
})

test.each(LIMITED_BY)('a statement past the memory is killed and the service lives on: %o', async (overrides) => {
  const began = performance.now()
  const engine = startDuckDb('select len(range(1000000000))', overrides)
  let peakBytes = 0
  const watch = setInterval(async () => {
    peakBytes = Math.max(peakBytes, (await engine.memory()).rssBytes)
  }, 10)

  const exit = await engine.exited
  clearInterval(watch)
  process.stdout.write(`len(range(1e9)) in 300 MB: killed after ${Math.round(performance.now() - began)} ms\n`)

  expect(exit).toEqual({ code: null, signal: 'SIGKILL', reason: 'memory' })
  expect(peakBytes).toBeGreaterThan(60 * MEGABYTE)
  expect(peakBytes).toBeLessThan(600 * MEGABYTE)
})

test('memory is measured over everything inside, and is zero when nothing is left', async () => {
  const { process: sleeper, finish } = startAttack({ what: 'sleep' }, {})
  await once(channelOf(sleeper, 0), 'data')

  const running = await sleeper.memory()
  sleeper.kill()
  await finish()
  const ended = await sleeper.memory()

  expect(running.rssBytes).toBeGreaterThan(MEGABYTE)
  expect(running.pssBytes).toBeGreaterThan(0)
  expect(running.pssBytes).toBeLessThanOrEqual(running.rssBytes)
  expect(ended).toEqual({ rssBytes: 0, pssBytes: 0 })
})

test('output is cut at the cap, and whole below it', async () => {
  const [cut, whole] = [16, 64 * 1024].map((outputBytes) =>
    runShell('echo 0123456789; echo 0123456789', { outputBytes }),
  )
  await Promise.all([cut?.exited, whole?.exited])

  expect([cut?.stdout.isCut, cut?.stdout.text()]).toEqual([true, '0123456789\n01234'])
  expect([whole?.stdout.isCut, whole?.stdout.text()]).toEqual([false, '0123456789\n0123456789\n'])
})

test('a sandbox that cannot be made is distinguished from a program that fails', async () => {
  const unmade = runShell('true', { readOnlyBinds: [{ from: '/nothing-is-here', to: '/in' }] })
  const missing = startSandboxed({ ...LIMITS, program: '/bin/nothing' })

  expect(await unmade.exited).toMatchObject({ code: 1, reason: 'not-started' })
  expect(unmade.stderr.text()).toContain('nothing-is-here')
  expect(await missing.exited).toMatchObject({ code: 127, reason: 'exit' })
})

test('a shared folder can be read or written as it was shared', async () => {
  const [shown, own] = ['shown', 'own'].map((name) => mkdtempSync(join(tmpdir(), `bindery-${name}-`)))
  onTestFinished(() => [shown, own].forEach((folder) => void (folder && rmSync(folder, { recursive: true }))))
  if (!shown || !own) throw new Error('there are no folders')
  writeFileSync(join(shown, 'input'), 'from the host', { mode: 0o600 })
  shareWithSandbox(shown, 'read')
  shareWithSandbox(join(shown, 'input'), 'read')
  shareWithSandbox(own, 'write')

  const sandboxed = runShell('read -r x </in/input; echo "$x and back" >/own/output; echo x >/in/spoilt', {
    readOnlyBinds: [{ from: shown, to: '/in' }],
    writableBinds: [{ from: own, to: '/own' }],
  })
  await sandboxed.exited

  expect(readFileSync(join(own, 'output'), 'utf8')).toBe('from the host and back\n')
  expect(sandboxed.stderr.text()).toContain('Read-only file system')
})

test('a file given by its content and a variable exist inside', async () => {
  const sandboxed = runShell('. /job/script; echo "$COLOUR"', {
    files: [{ to: '/job/script', content: Buffer.from('echo "from memory"\n') }],
    environment: { COLOUR: 'green' },
  })
  await sandboxed.exited

  expect(sandboxed.stdout.text()).toBe('from memory\ngreen\n')
})

test('limits on processor time, file size and open files hold', async () => {
  const own = mkdtempSync(join(tmpdir(), 'bindery-limits-'))
  onTestFinished(() => rmSync(own, { recursive: true }))
  shareWithSandbox(own, 'write')
  const busy = runShell('while :; do :; done', { cpuSeconds: 1 })
  const perl = { program: '/bin/perl', readOnlyBinds: programBinds('/usr/bin/perl', '/bin/perl') }
  const writing = 'syswrite F, "x" x 65536 for 1..64; print -s "/own/f"'
  const big = startSandboxed({
    ...LIMITS,
    ...perl,
    args: ['-e', `open F, ">", "/own/f"; ${writing}`],
    writableBinds: [{ from: own, to: '/own' }],
    fileSizeBytes: MEGABYTE,
  })
  const opening = 'while (open my $f, "<", "/dev/null") { push @f, $f } print @f + 3'
  const greedy = startSandboxed({ ...LIMITS, ...perl, args: ['-e', opening], openFiles: 32 })
  busy.setDeadline(20_000)

  expect(await busy.exited).toMatchObject({ signal: 'SIGKILL', reason: 'exit' })
  await big.exited
  expect(Number(big.stdout.text())).toBe(MEGABYTE)
  await greedy.exited
  // The script itself is one of them.
  expect(Number(greedy.stdout.text())).toBeLessThanOrEqual(32)
})

test('sandboxes of one user do not use up each other’s processes', async () => {
  const most = { what: 'processes', args: ['12'], mayFork: true, maxProcesses: 16 }

  const outcomes = await Promise.all(Array.from({ length: 6 }, () => attack(most, {})))

  expect(outcomes.map(({ lines }) => lines[0])).toEqual(Array.from({ length: 6 }, () => '12'))
})

test('writing to a program that has ended does no harm', async () => {
  const sandboxed = runShell('exit 0', { channels: 1 })
  await sandboxed.exited

  channelOf(sandboxed, 0).write('is anybody there?')
  await sleep(50)

  expect(channelOf(sandboxed, 0).destroyed).toBe(true)
})

test('a start costs little more than that of the bare program', async () => {
  const perl = { program: '/bin/perl', args: ['-e', '1'], readOnlyBinds: programBinds('/usr/bin/perl', '/bin/perl') }
  const bare = await cpuMsOfOne(() => once(spawn('/usr/bin/perl', ['-e', '1']), 'close'))
  const sandboxed = await cpuMsOfOne(() => startSandboxed({ ...LIMITS, ...perl }).exited)

  process.stdout.write(`processor time of a start: bare ${bare} ms, sandboxed ${sandboxed} ms\n`)
  expect(sandboxed).toBeGreaterThan(bare)
  expect(sandboxed - bare).toBeLessThan(50)
})

async function cpuMsOfOne(start: () => Promise<unknown>): Promise<number> {
  const before = cpuOfEndedChildrenMs()
  for (let n = 0; n < 50; n += 1) await start()
  return (cpuOfEndedChildrenMs() - before) / 50
}

test('a program that gives way leaves the cores to others, and so does its session', async () => {
  const sandboxed = runShell('echo up >&3; read -r wait <&3', { channels: 1, givesWay: true })
  onTestFinished(() => sandboxed.kill())
  await once(channelOf(sandboxed, 0), 'data')

  const [program = 0] = listTree(sandboxed.pid).slice(-1)

  expect(getPriority(program)).toBe(5)
  if (existsSync('/proc/self/autogroup'))
    expect(readFileSync(`/proc/${program}/autogroup`, 'utf8')).toMatch(/ nice 5$/m)
})
