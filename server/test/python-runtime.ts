import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const SCRIPT = join(import.meta.dirname, '../../scripts/python-runtime')

/** The folder of the Python that transforms run in. Makes it where it is missing, which takes a minute. */
export const pythonRuntime = () => execFileSync(SCRIPT, { encoding: 'utf8' }).trim()

/** For a service that runs Python: a process waits in advance, as it does in earnest. */
export const pythonSettings = () => ({ python: { runtime: pythonRuntime(), spares: 1 } })
