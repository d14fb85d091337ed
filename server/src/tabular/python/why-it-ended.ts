import type { SandboxExit } from '../sandbox/sandbox-options.ts'
import type { PythonFailure } from './python-reply.ts'

const SPLIT = 'Read fewer rows or columns, or split the transform into several.'

/** What the author is told of a process that ended before it answered. */
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
