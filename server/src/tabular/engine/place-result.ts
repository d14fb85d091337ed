import { copyFile, link } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../platform/ids.ts'
import { shareWithSandbox } from '../sandbox/sandbox-user.ts'
import type { EngineProcess } from './engine-process-handle.ts'

/** Puts a file of a kept result into an engine's input folder; its name there. */
export async function placeResult(from: string, engine: EngineProcess): Promise<string> {
  const name = `${newId()}.parquet`
  const to = join(engine.folders.input, name)
  await link(from, to).catch(() => copyFile(from, to))
  shareWithSandbox(to, 'read')
  return name
}
