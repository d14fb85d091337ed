import type { SandboxExit } from '../sandbox/sandbox-options.ts'

/** What a process says of its run, or what the code in it says in its name. */
export type PythonReply = { made: true } | { failed: PythonFailure }

type PythonFailure = {
  message: string
  line: number | null
  traceback: string | null
  suggestion: string | null
}

const MOST_CHARACTERS = 4_000

/** Believes nothing but the shape: the code of the transform speaks over the same descriptor. Undefined for anything else. */
export function readReply(line: string): PythonReply | undefined {
  const reply = parsed(line)
  if (!isObject(reply)) return undefined
  if (reply.made === true) return { made: true }
  const failed = reply.failed
  if (!isObject(failed)) return undefined
  const { message, line: at, traceback, suggestion } = failed
  return {
    failed: {
      message: textIn(message) ?? 'The code failed.',
      line: typeof at === 'number' && Number.isSafeInteger(at) && at > 0 ? at : null,
      traceback: textIn(traceback),
      suggestion: textIn(suggestion),
    },
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textIn = (value: unknown) => (typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : null)

const SPLIT = 'Read fewer rows or columns, or split the transform into several.'

/** What the author learns about a process that ended before it answered. */
export function whyItEnded({ reason, signal }: SandboxExit): PythonFailure {
  const ended = (message: string, suggestion: string): PythonFailure => ({
    message,
    suggestion,
    line: null,
    traceback: null,
  })
  if (reason === 'deadline') return ended('It took longer than a run may take (60 seconds).', SPLIT)
  if (reason === 'memory') return ended('It needs more memory than a run may have (2 GB).', SPLIT)
  // Limits on processor time end a process by these.
  if (signal === 'SIGKILL' || signal === 'SIGXCPU')
    return ended('It used more processor time than a run may use (120 seconds).', SPLIT)
  if (signal === 'SIGSYS')
    return ended('It asked the system for something that is not there.', 'Work on the tables alone.')
  return ended('Python broke off before the function returned.', 'Leave the process and its descriptors alone.')
}
