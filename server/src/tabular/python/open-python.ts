import { assertState } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres.ts'
import type { Settings } from '../../platform/settings.ts'
import type { EnginePool } from '../engine/pool.ts'
import { PythonPool } from './python-pool.ts'
import { PYTHON_LIMITS, type PythonLimits, startPythonProcess } from './python-process-handle.ts'
import type { PythonRunner } from './python-run.ts'
import { createPythonRunner } from './python-runner.ts'
import { findPythonRuntime } from './python-runtime.ts'

export type OpenPythonOptions = {
  settings: Settings['python']
  isSandboxed: () => Promise<boolean>
  /** Processes have their folders below this one. */
  folder: string
  pool: EnginePool
  db: Db
  log: Log
  limits?: Partial<PythonLimits>
}

export type OpenPython = { runner: PythonRunner; warm: () => void; close: () => Promise<void> }

/** Python as this node is set up. Nothing is started before the first run, or before somebody says that one will come. */
export function openPython({ settings, isSandboxed, folder, pool, db, log, limits }: OpenPythonOptions): OpenPython {
  const runtime = findPythonRuntime(settings.runtime)
  const isOn = async () => runtime !== undefined && (await isSandboxed())
  const python = new PythonPool({
    log,
    spares: settings.spares,
    start: async () => {
      assertState(runtime && (await isSandboxed()), 'Python runs in its sandbox only')
      return startPythonProcess({ runtime, folder, limits: { ...PYTHON_LIMITS, ...limits } })
    },
  })
  return {
    runner: { isOn, ...createPythonRunner({ pool, python, db, log }) },
    warm: () => {
      // Whoever reads is told what is wrong with the sandbox; without one nothing is warmed.
      void isOn().then(
        (isThere) => isThere && python.warm(),
        () => {},
      )
    },
    close: () => python.close(),
  }
}
