import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { packPackages } from '../../tools/pack-packages.ts'

const run = promisify(execFile)

/** What `npx bindery-data` has before it starts: our packages as they are published, and all others from the registry. */
export async function installPackages(folder: string): Promise<string> {
  const packed = join(folder, 'packed')
  mkdirSync(packed, { recursive: true })
  // PostgreSQL and sandboxes of root run as other users.
  for (const path of [dirname(folder), folder]) chmodSync(path, 0o755)
  const folders = await packPackages(join(folder, 'sources'), { hasTypes: false })
  const tarballs: string[] = []
  for (const source of folders.values()) {
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', packed, source])
    tarballs.push(join(packed, stdout.trim()))
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'outside', private: true }))
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...tarballs], { cwd: folder })
  return folder
}
