import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../platform/ids.ts'

/** A folder of this process; those of processes that were killed go. Sandboxed programs must be able to pass through it. */
export function makeProcessFolder(parent: string, kind: 'reader' | 'loaders' | 'bundles'): string {
  mkdirSync(parent, { recursive: true, mode: 0o711 })
  const { uid, mode } = statSync(parent)
  // What lies there is believed: nobody else may have made it.
  if (uid !== process.geteuid?.()) throw new Error(`The cache folder ${parent} belongs to another user.`)
  chmodSync(parent, mode | 0o011)
  for (const name of readdirSync(parent)) {
    const [, of, owner] = /^(reader|loaders|bundles)-(\d+)-/.exec(name) ?? []
    if (of === kind && !existsSync(`/proc/${owner}`)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = join(parent, `${kind}-${process.pid}-${newId()}`)
  mkdirSync(folder, { mode: 0o711 })
  return folder
}
