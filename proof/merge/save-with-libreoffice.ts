import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MOST_MS = 600_000
const AT_ONCE = 100

/** What LibreOffice makes of these xlsx files when it opens, computes and saves them. */
export async function saveWithLibreOffice(files: readonly Buffer[]): Promise<Buffer[]> {
  const script = fileURLToPath(new URL('../../scripts/libreoffice', import.meta.url))
  const soffice = execFileSync(script, { encoding: 'utf8' }).trim()
  const folder = await mkdtemp(join(tmpdir(), 'bindery-office-'))
  try {
    const saved = join(folder, 'saved')
    await mkdir(saved)
    const paths = files.map((_, n) => join(folder, `${n}.xlsx`))
    for (const [n, bytes] of files.entries()) await writeFile(paths[n] ?? '', bytes)
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
    for (let n = 0; n < paths.length; n += AT_ONCE) {
      const some = paths.slice(n, n + AT_ONCE)
      await run(soffice, ['--headless', profile, '--convert-to', 'xlsx', '--outdir', saved, ...some], {
        timeout: MOST_MS,
      })
    }
    return await Promise.all(files.map((_, n) => readFile(join(saved, `${n}.xlsx`))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
