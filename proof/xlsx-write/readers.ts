import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type CellObject, read, utils } from '@e965/xlsx'
import type { FoundCell, FoundCells } from './model-workbook.ts'

/** Programs of others that read xlsx files, each giving the cells of several files. */
export type Reader = (paths: readonly string[], folder: string) => Promise<FoundCells[]>

const script = (name: string) => fileURLToPath(new URL(`../../scripts/${name}`, import.meta.url))
const run = promisify(execFile)
const MOST_OUTPUT_BYTES = 1024 ** 3
const MOST_MS = 600_000

export const readWithSheetJs: Reader = async (paths) =>
  paths.map((path) => {
    const { SheetNames, Sheets } = read(readFileSync(path), { cellNF: true })
    const found = new Map<string, FoundCell>()
    SheetNames.forEach((name, n) => {
      for (const [address, cell] of Object.entries(Sheets[name] ?? {})) {
        if (address.startsWith('!')) continue
        const { r, c } = utils.decode_cell(address)
        const value = sheetJsCell(cell)
        if (value) found.set(`${n} ${r + 1} ${c + 1}`, value)
      }
    })
    return found
  })

function sheetJsCell({ t, v, w, f }: CellObject): FoundCell | null {
  const formula = f ?? null
  if (t === 'n' && typeof v === 'number') return { type: 'number', value: v, formula }
  if (t === 's' && typeof v === 'string') return { type: 'text', value: v, formula }
  if (t === 'b') return { type: 'boolean', value: v === true, formula }
  return t === 'e' ? { type: 'error', value: w ?? '', formula } : null
}

export const readWithOpenpyxl: Reader = async (paths) => {
  const python = execFileSync(script('spreadsheet-peers'), { encoding: 'utf8' }).trim()
  const program = fileURLToPath(new URL('read-cells.py', import.meta.url))
  const { stdout } = await run(python, [program, ...paths], { maxBuffer: MOST_OUTPUT_BYTES, timeout: MOST_MS })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      // Safe: the program prints exactly this.
      const cells = JSON.parse(line) as Record<string, [FoundCell['type'], FoundCell['value'], string | null]>
      return new Map(Object.entries(cells).map(([place, [type, value, formula]]) => [place, { type, value, formula }]))
    })
}

/** LibreOffice opens the files and saves them again; SheetJS reads what it saved. */
export const readWithLibreOffice: Reader = async (paths, folder) => {
  const soffice = execFileSync(script('libreoffice'), { encoding: 'utf8' }).trim()
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
  const out = join(folder, 'saved')
  await run(soffice, ['--headless', profile, '--convert-to', 'xlsx', '--outdir', out, ...paths], { timeout: MOST_MS })
  return readWithSheetJs(
    paths.map((path) => join(out, basename(path))),
    folder,
  )
}
