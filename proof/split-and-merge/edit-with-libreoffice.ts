import { execFile, execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** In the first sheet; rows and columns count from 0, the header being row 0. Rows are deleted in the order in which that is asked. */
export type SheetEdit = { row: number; column: number; value: string | number } | { deletedRow: number }

export type EditedFile = { bytes: Buffer; edits: readonly SheetEdit[] }

const run = promisify(execFile)
const MOST_MS = 900_000
const LIBRARY = (module: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">
 <library:element library:name="${module}"/>
</library:library>
`

/** LibreOffice opens each file, does the edits and saves it: no other program writes into them. */
export async function editWithLibreOffice(files: readonly EditedFile[]): Promise<Buffer<ArrayBuffer>[]> {
  const script = fileURLToPath(new URL('../../scripts/libreoffice', import.meta.url))
  const soffice = execFileSync(script, { encoding: 'utf8' }).trim()
  const folder = await mkdtemp(join(tmpdir(), 'bindery-office-'))
  const profile = join(folder, 'profile')
  const call = (...args: string[]) =>
    run(soffice, ['--headless', '--norestore', `-env:UserInstallation=${pathToFileURL(profile)}`, ...args], {
      timeout: MOST_MS,
      env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    })
  try {
    await mkdir(join(folder, 'saved'))
    const lines: string[] = []
    for (const [n, { bytes, edits }] of files.entries()) {
      await writeFile(join(folder, `${n}.xlsx`), bytes)
      lines.push(`open\t${n}.xlsx`, ...edits.map(lineOf), `save\t${n}.xlsx`)
    }
    await writeFile(join(folder, 'edits.txt'), `${lines.join('\n')}\n`)
    // A new profile gets a library of its own when LibreOffice first starts, which would take the place of ours.
    await call('--terminate_after_init')
    const library = join(profile, 'user/basic/Standard')
    await mkdir(library, { recursive: true })
    await copyFile(fileURLToPath(new URL('edits.xba', import.meta.url)), join(library, 'Edits.xba'))
    await writeFile(join(library, 'script.xlb'), LIBRARY('Edits'))
    await call(`macro:///Standard.Edits.Main("${folder}")`)
    return await Promise.all(files.map(async (_, n) => Buffer.from(await readFile(join(folder, 'saved', `${n}.xlsx`)))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function lineOf(edit: SheetEdit): string {
  if ('deletedRow' in edit) return `delete\t${edit.deletedRow}`
  const { row, column, value } = edit
  return `${typeof value === 'number' ? 'number' : 'text'}\t${row}\t${column}\t${value}`
}
