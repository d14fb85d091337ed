/** What a process says of its run, or what the code in it says in its name. */
export type PythonReply = { made: true } | { failed: PythonFailure }

export type PythonFailure = {
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
