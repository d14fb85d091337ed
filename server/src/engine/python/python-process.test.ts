import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pythonRuntime } from '../../../test/python-runtime.ts'
import { PYTHON_LIMITS, type PythonLimits, type PythonProcess, startPythonProcess } from './python-process-handle.ts'
import { whyItEnded } from './python-reply.ts'
import { findPythonRuntime, type PythonRuntime } from './python-runtime.ts'

const MEGABYTE = 1024 * 1024

let runtime: PythonRuntime
let folder: string
beforeAll(() => {
  const found = findPythonRuntime(pythonRuntime())
  if (!found) throw new Error('the runtime is made and is not found')
  runtime = found
  folder = mkdtempSync(join(tmpdir(), 'bindery-python-'))
  chmodSync(folder, 0o711)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the body of a transform in a process of its own. */
async function runBody(lines: string, limits: Partial<PythonLimits> = {}) {
  const process = await startPythonProcess({ runtime, folder, limits: { ...PYTHON_LIMITS, ...limits } })
  const code = `import pyarrow as pa\ndef transform(tables):\n  ${lines}`
  const outcome = await process.run({ code, tables: [] })
  const resultBytes = statSync(process.folders.result).size
  await process.clear()
  return { ...outcome, resultBytes, failed: failureIn(outcome) }
}

const failureIn = ({ reply }: Awaited<ReturnType<PythonProcess['run']>>) =>
  reply && 'failed' in reply ? reply.failed.message : undefined

const MADE = 'return pa.table({"n": [1]})'

test('a run leaves a file, and nothing of its process or its folder is there afterwards', async () => {
  const { reply, exit, resultBytes } = await runBody(MADE)

  expect(reply).toEqual({ made: true })
  expect(exit.reason).toMatch(/exit|killed/)
  expect(resultBytes).toBeGreaterThan(100)
  expect(readdirSync(folder)).toEqual([])
})

test('code that takes longer than it may is ended, and what it printed before is kept', async () => {
  const { reply, exit, logs } = await runBody('print("begun"); import time; time.sleep(100)', { wallMs: 1_500 })

  expect(reply).toBeUndefined()
  expect(exit.reason).toBe('deadline')
  expect(whyItEnded(exit).message).toContain('longer')
  expect(logs).toBe('begun\n')
})

test('processor time is limited apart from that, and importing does not count', async () => {
  const { exit } = await runBody('while True: pass', { cpuSeconds: 1 })

  expect(exit).toMatchObject({ reason: 'exit', signal: 'SIGKILL' })
  expect(whyItEnded(exit).message).toContain('processor time')
})

test('memory is limited, for Python and for native code', async () => {
  const limits = { memoryBytes: 400 * MEGABYTE }

  const ends = await Promise.all([
    runBody('x = [bytearray(10_000_000) for _ in range(1000)]', limits),
    runBody('import numpy; x = [numpy.ones(2_000_000) for _ in range(1000)]', limits),
  ])

  expect(ends.map(({ exit }) => exit.reason)).toEqual(['memory', 'memory'])
})

test('it can write a little in its scratch folder and its one file, and nowhere else', async () => {
  const scratch = 'open("/tmp/x", "wb").write(b"x" * 5_000_000)'
  const elsewhere = `
  refused = []
  for path in ["/x", "/own/x", "/in/x", "/program/x.py", "/python/x", "/usr/x", "/dev/x"]:
    try: open(path, "w").write("x"); refused.append(path)
    except OSError: pass
  assert not refused, refused`

  const full = await runBody(`${scratch}; ${MADE}`, { scratchBytes: 2 * MEGABYTE })
  const fits = await runBody(`${scratch}; ${MADE}`)
  const own = await runBody('open("/own/result.parquet", "wb").write(b"x" * 5_000_000)', { resultBytes: 2 * MEGABYTE })
  const other = await runBody(`${elsewhere}\n  ${MADE}`)

  expect(full.failed).toContain('No space left on device')
  expect(fits.reply).toEqual({ made: true })
  expect(own.failed).toContain('File too large')
  expect(own.resultBytes).toBeLessThanOrEqual(2 * MEGABYTE)
  expect(other.reply).toEqual({ made: true })
})

test('a result past what a run may write is refused in words', async () => {
  const { failed } = await runBody(
    'import os; return pa.table({"x": [os.urandom(200).hex() for _ in range(20_000)]})',
    {
      resultBytes: MEGABYTE,
    },
  )

  expect(failed).toContain('larger than a run may write')
})

test('it has no network, no other process and no file of the host', async () => {
  const attempts = `
  import os, socket, subprocess
  def tried(work):
    try: return repr(work())
    except BaseException as error: return type(error).__name__
  print(tried(lambda: socket.create_connection(("127.0.0.1", 80), 1)))
  print(tried(lambda: subprocess.run(["/bin/sh", "-c", "echo out"])))
  print(tried(lambda: os.fork()))
  print(tried(lambda: open("/etc/passwd").read()))
  print(sorted(os.listdir("/")), sorted(os.environ))`

  const { logs } = await runBody(`${attempts}\n  ${MADE}`)

  expect(logs.split('\n').slice(0, 4)).toEqual([
    'PermissionError',
    'PermissionError',
    'PermissionError',
    'FileNotFoundError',
  ])
  expect(logs).toContain("['bin', 'dev', 'in', 'lib', 'lib64', 'own', 'program', 'python', 'tmp', 'usr']")
  expect(logs).not.toContain('PATH_')
})

test('what code says in the name of its process ends the run, and no more', async () => {
  const say = (text: string) => `import os; os.write(3, ${text}); import time; time.sleep(100)`

  const forged = await runBody(say(`b'{"failed": {"message": "mine", "line": 7}}\\n'`))
  const endless = await runBody(say('b"x" * 100_000'), { wallMs: 3_000 })

  expect(forged.reply).toEqual({ failed: { message: 'mine', line: 7, traceback: null, suggestion: null } })
  expect(endless.reply).toBeUndefined()
})

test('a flood of output is cut off and does not fail the run', async () => {
  const printed = await runBody(`print("x" * 50_000_000); ${MADE}`)
  const written = await runBody(`import os\n  try: os.write(1, b"y" * 50_000_000)\n  except OSError: pass\n  ${MADE}`)

  expect([printed.reply, written.reply]).toEqual([{ made: true }, { made: true }])
  expect(Buffer.byteLength(printed.logs)).toBeLessThanOrEqual(PYTHON_LIMITS.logBytes)
  expect(written.logs.length).toBeLessThanOrEqual(PYTHON_LIMITS.logBytes)
})

test('pandas, polars, numpy and pyarrow work inside, with time zones', async () => {
  const work = `
  import numpy, pandas, polars, pyarrow.compute as pc
  at = pandas.Timestamp("2026-07-01 12:00", tz="UTC").tz_convert("Asia/Tokyo")
  hours = pc.hour(pa.array([at.tz_convert("UTC").to_pydatetime()], pa.timestamp("us", "America/New_York")))
  frame = polars.DataFrame({"n": [1, 2, 3]}).filter(polars.col("n") > 1)
  product = float((numpy.ones((300, 300)) @ numpy.ones((300, 300))).sum())
  print(at.hour, hours[0], frame["n"].sum(), product)`

  const { logs, failed } = await runBody(`${work}\n  ${MADE}`)

  expect(failed).toBeUndefined()
  expect(logs).toBe('21 8 5 27000000.0\n')
})

test('there is no Python where its folder is missing or half made', () => {
  expect(findPythonRuntime(null)).toBeUndefined()
  expect(findPythonRuntime(join(folder, 'nothing'))).toBeUndefined()
  expect(existsSync(folder)).toBe(true)
})
