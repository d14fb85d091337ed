import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bind, SandboxOptions } from '../sandbox/sandbox-options.ts'

/** A folder that `scripts/python-runtime` has made, and what a program in it needs of the host besides. */
export type PythonRuntime = Required<Pick<SandboxOptions, 'program' | 'args' | 'readOnlyBinds' | 'environment'>>

const PROGRAM = join(import.meta.dirname, '../python-program')
/** Written last, so that what lies there is whole. */
const COMPLETE = 'installed.txt'
/** Each library makes its threads at its first use, as many as the machine has cores: more than a sandbox may have. */
const THREADS = '2'

/** Undefined where there is none. */
export function findPythonRuntime(folder: string | null): PythonRuntime | undefined {
  if (folder === null || !existsSync(join(folder, COMPLETE))) return undefined
  return {
    program: '/python/bin/python3',
    // Isolated from the environment, from site folders and from its own bytecode.
    args: ['-I', '-S', '-B', '-X', 'utf8', '/program/run_transform.py'],
    readOnlyBinds: [
      { from: folder, to: '/python' },
      { from: PROGRAM, to: '/program' },
      // Arrow looks for time zones here and nowhere else.
      { from: join(folder, 'packages/tzdata/zoneinfo'), to: '/usr/share/zoneinfo' },
      ...librariesOfHost(folder),
    ],
    environment: {
      LD_LIBRARY_PATH: '/python/lib',
      HOME: '/tmp',
      LANG: 'C.UTF-8',
      POLARS_MAX_THREADS: THREADS,
      OMP_NUM_THREADS: THREADS,
      OPENBLAS_NUM_THREADS: THREADS,
      ARROW_IO_THREADS: THREADS,
    },
  }
}

/** The parts of the C library: they fit the loader of the host only. */
function librariesOfHost(folder: string): Bind[] {
  return readFileSync(join(folder, 'libraries.txt'), 'utf8')
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))
    .map((path) => ({ from: path, to: path }))
}
