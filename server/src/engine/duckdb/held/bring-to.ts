import { existsSync } from 'node:fs'
import { EngineDied } from '../engine.errors.ts'
import type { EngineProcess } from '../engine-process-handle.ts'

/** Folders go with their process: what could not be put into one that is gone is no fault of the files, and another engine is asked. */
export async function bringTo<T>({ folders }: Pick<EngineProcess, 'folders'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw existsSync(folders.root) && existsSync(folders.input)
      ? error
      : new EngineDied('while files were brought to it', false)
  }
}
