import type { OpenedFile } from '../../opened-file.ts'
import type { ParseSpec } from '../../parse-spec/parse-spec.ts'
import { readFileSheet } from '../read-file-sheet.ts'
import type { TemplateLayout, TemplateSheet } from './layout.ts'
import { layoutOf } from './layout-of.ts'

/** What a template keeps of a file that was read by this spec. */
export async function layoutFile(file: OpenedFile, spec: ParseSpec, salt: string): Promise<TemplateLayout> {
  const sheets: TemplateSheet[] = []
  for (const [place, { name }] of file.sheets.entries()) {
    const isRead = spec.regions.some(({ sheet, kind }) => sheet === name && kind !== 'ignore')
    const sheet = isRead ? await readFileSheet(file, place, '') : null
    const layout = sheet && layoutOf(sheet, spec.regions, salt)
    if (layout) sheets.push(layout)
  }
  return { salt, sheets }
}
