import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Acknowledged, Intent } from './intent.ts'

/** One that comes back compiles nothing twice. */
const COMPILED = join(tmpdir(), 'bindery-proof-ledger')
const PROGRAM = fileURLToPath(new URL('spender-process.ts', import.meta.url))

/** A process that fulfils wishes, so many at once; what it had not acknowledged when it was killed, the next is asked again. */
export class Spender {
  readonly #url: string
  readonly #atOnce: number
  readonly #next: () => Intent | undefined
  readonly #acknowledge: (intent: Intent, isDone: boolean) => void
  readonly #asked = new Map<number, Intent>()
  #child: ChildProcess | undefined
  /** Since it was started. */
  #acknowledged = 0

  constructor(
    at: { url: string; atOnce: number },
    next: () => Intent | undefined,
    acknowledge: (intent: Intent, isDone: boolean) => void,
  ) {
    this.#url = at.url
    this.#atOnce = at.atOnce
    this.#next = next
    this.#acknowledge = acknowledge
  }

  /** Until there is nothing left to wish. */
  async run() {
    const again = [...this.#asked.values()]
    this.#asked.clear()
    this.#acknowledged = 0
    this.#child = spawn(process.execPath, [PROGRAM, this.#url, String(this.#atOnce)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    })
    const { stdin, stdout } = this.#child
    if (!stdin || !stdout) throw new Error('impossible: a process without pipes')
    // A process that was killed reads no more.
    stdin.on('error', () => {})
    const ask = () => {
      const intent = again.pop() ?? this.#next()
      if (!intent) return
      this.#asked.set(intent.id, intent)
      stdin.write(`${JSON.stringify(intent)}\n`)
    }
    createInterface({ input: stdout }).on('line', (line) => {
      if (!line.endsWith('}')) return
      // Safe: our own process writes them.
      const { id, isDone } = JSON.parse(line) as Acknowledged
      const intent = this.#asked.get(id)
      this.#asked.delete(id)
      this.#acknowledged++
      if (intent) this.#acknowledge(intent, isDone)
      ask()
      if (this.#asked.size === 0) this.#child?.kill('SIGKILL')
    })
    for (let n = 0; n < this.#atOnce; n++) ask()
    if (this.#asked.size === 0) this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
    if (this.#asked.size > 0) await this.run()
  }

  /** SIGKILL, in the midst of whatever it does. False: it has hardly begun, or has nothing left to do. */
  kill(): boolean {
    const isBusy = this.#asked.size > 0 && this.#acknowledged > this.#atOnce
    return isBusy && (this.#child?.kill('SIGKILL') ?? false)
  }
}
