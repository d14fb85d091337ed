import { styleText } from 'node:util'

export type Style = Parameters<typeof styleText>[0]

/** Where a command writes: data to standard output, everything about it to standard error. */
export type Terminal = {
  /** Data, and nothing else. */
  write: (chunk: string | Uint8Array) => Promise<void>
  /** A line on standard error. */
  report: (line: string) => void
  /** A line that the next one takes the place of; where there is no terminal, nothing. */
  show: (line: string) => void
  isScreen: boolean
  /** A user reads what is said beside the answer. */
  isWatched: boolean
  columns: number
  paint: (style: Style, text: string) => string
  /** The same for standard error. */
  paintStderr: (style: Style, text: string) => string
}

/** As much of a stream as is used. */
export type Output = {
  write: (chunk: string | Uint8Array, done?: (error?: Error | null) => void) => unknown
  isTTY?: boolean
  columns?: number
}

type Streams = { stdout: Output; stderr: Output }
type Environment = Readonly<Record<string, string | undefined>>

const WIDTH_OF_A_FILE = 120
const CLEAR_LINE = '\r\u001b[K'

export function terminalOf({ stdout, stderr }: Streams, environment: Environment): Terminal {
  const isPlain = Boolean(environment.NO_COLOR) || environment.TERM === 'dumb'
  const painted = (isScreen: boolean) => (style: Style, text: string) =>
    isScreen && !isPlain ? styleText(style, text, { validateStream: false }) : text
  let isShowing = false
  const clear = () => {
    if (isShowing) stderr.write(CLEAR_LINE)
    isShowing = false
  }
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stdout.write(chunk, (error) => (error ? reject(error) : resolve()))
      }),
    report: (line) => {
      clear()
      stderr.write(`${line}\n`)
    },
    show: (line) => {
      if (!stderr.isTTY) return
      stderr.write(`${CLEAR_LINE}${line}`)
      isShowing = line !== ''
    },
    isScreen: stdout.isTTY === true,
    isWatched: stderr.isTTY === true,
    columns: stdout.columns ?? WIDTH_OF_A_FILE,
    paint: painted(stdout.isTTY === true),
    paintStderr: painted(stderr.isTTY === true),
  }
}
