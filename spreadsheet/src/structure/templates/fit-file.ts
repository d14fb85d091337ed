import type { OpenedFile } from '../../opened-file.ts'
import { readerOf } from '../../parse-spec/analyze.ts'
import type { ParseSpec, SpecWarning } from '../../parse-spec/parse-spec.ts'
import type { TemplateMiss } from '../../parse-spec/template-match.ts'
import { spellCell } from '../../xlsx/cell-reference.ts'
import { readFileSheet } from '../read-file-sheet.ts'
import type { Sheet } from '../sheet.ts'
import { fitSheet, type SheetFit } from './fit-sheet.ts'
import { labelsOf, type TemplateLayout } from './layout.ts'
import { regionsOfFit } from './regions-of-fit.ts'

export type TemplateToTry = { templateId: string; name: string; layout: TemplateLayout }

export type FileToFit = {
  sourceName: string
  sha256: string
  templates: readonly TemplateToTry[]
}

/** A spec by the template that fits, or null; and of those that nearly do, why they do not. */
export type FileFit = { spec: ParseSpec | null; misses: TemplateMiss[] }

/** A file with so many of the labels is one of these that was changed; with fewer it is another kind of file. */
const NEARLY = 0.5
const MOST_MISSES = 3
const MOST_REASONS = 20

/** Forms are small: a sheet with more cells is a list, and no template is laid over it. */
const BOUNDS = { rows: 20_000, cells: 20_000 }

/** Tries templates on a file. Of several that fit, the one that knows the most of its labels is taken. */
export async function fitFile(file: OpenedFile, { sourceName, sha256, templates }: FileToFit): Promise<FileFit> {
  if (templates.length === 0) return { spec: null, misses: [] }
  const sheets = await readSheets(file, sourceName)
  const tried = templates.map((template) => ({ template, ...fitSheets(sheets, template.layout) }))
  const fitting = tried
    .filter(({ misfits }) => misfits.length === 0)
    .sort((one, other) => labelCount(other.template) - labelCount(one.template))
  const [best] = fitting
  if (best) return { spec: specOf(file, best, { sourceName, sha256 }), misses: [] }
  const misses = tried
    .filter(({ share }) => share >= NEARLY)
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_MISSES)
    .map(({ template: { templateId, name }, misfits, share }) => ({
      template_id: templateId,
      name,
      share: Number(share.toFixed(3)),
      reasons: misfits.slice(0, MOST_REASONS),
    }))
  return { spec: null, misses }
}

const labelCount = ({ layout }: TemplateToTry) => layout.sheets.reduce((sum, sheet) => sum + labelsOf(sheet), 0)

async function readSheets(file: OpenedFile, sourceName: string): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  for (const place of file.sheets.keys()) {
    const sheet = await readFileSheet(file, place, sourceName, BOUNDS)
    if (sheet && !sheet.grid.isTruncated) sheets.push(sheet)
  }
  return sheets
}

type Fitted = { sheet: Sheet; fit: SheetFit }
type Tried = { fitted: Fitted[]; misfits: SheetFit['misfits']; share: number }

/** Each sheet of the template on the sheet of the file that it fits best, each of these once. */
function fitSheets(sheets: readonly Sheet[], { sheets: templates, salt }: TemplateLayout): Tried {
  const taken = new Set<Sheet>()
  const fitted: Fitted[] = []
  for (const template of templates) {
    const fits = sheets
      .filter((sheet) => !taken.has(sheet))
      .map((sheet) => ({ sheet, fit: fitSheet(sheet, template, salt) }))
      .sort((one, other) => badness(one.fit) - badness(other.fit) || other.fit.share - one.fit.share)
    const [best] = fits
    if (!best) return { fitted, misfits: [NO_SHEET], share: 0 }
    taken.add(best.sheet)
    fitted.push(best)
  }
  const share = fitted.reduce((sum, { fit }) => sum + fit.share, 0) / Math.max(1, fitted.length)
  return { fitted, misfits: fitted.flatMap(({ fit }) => fit.misfits), share }
}

const badness = ({ misfits, share }: SheetFit) => misfits.length + (1 - share) * 100

const NO_SHEET = {
  code: 'anchor_not_found',
  label: null,
  cell: null,
  message: 'the file has too few sheets',
} as const

function specOf(
  file: OpenedFile,
  { template: { templateId, name, layout }, fitted }: Tried & { template: TemplateToTry },
  { sourceName, sha256 }: Pick<FileToFit, 'sourceName' | 'sha256'>,
): ParseSpec {
  const regions = fitted.flatMap(({ sheet, fit }, n) => {
    const number = layout.sheets.length > 1 ? n + 1 : null
    return regionsOfFit(sheet, fit, { name, number, value: sourceName, firstId: n * 100 + 1 })
  })
  const labels = layout.sheets.reduce((sum, sheet) => sum + labelsOf(sheet), 0)
  const moved = fitted.flatMap(({ fit }) => fit.fields).filter(({ field, label }) => field.row !== label.row).length
  return {
    spec_version: 1,
    revision: 1,
    source_name: sourceName,
    sha256,
    reader: readerOf(file),
    regions,
    overrides: [],
    warnings: fitted.flatMap(leftOverWarning),
    template: {
      template_id: templateId,
      name,
      why: [`labels:${labels}/${labels}`, ...(moved > 0 ? [`moved:${moved}`] : [])],
    },
  }
}

function leftOverWarning({ sheet, fit: { leftOver } }: Fitted): SpecWarning[] {
  if (leftOver.length === 0) return []
  const cells = leftOver.slice(0, 10).map(({ row, column }) => spellCell(row, column))
  const message = `${leftOver.length} cells of ${sheet.name} are in no table, since the template has no label for them: ${cells.join(', ')}.`
  return [{ code: 'template_left_over', region_id: null, column: null, count: leftOver.length, message }]
}
