import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeXlsx } from '../../spreadsheet/test/make-xlsx.ts'
import { type ReadCell, readWithBindery } from './reading.ts'

type Trap = { name: string; cell: string; expected: ReadCell | undefined }

const STRINGS =
  '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>' +
  '<si><r><t xml:space="preserve">  rich</t></r><r><rPr><b/></rPr><t>太字</t></r></si><si><t>a_x000D_&#10;b</t></si><si><t><![CDATA[<&>]]></t></si>'

/** What many readers get wrong, each spelled as the format allows; columns follow each other from A. */
const TRAPS: readonly Trap[] = [
  { name: 'pronunciation', cell: 't="s"><v>0</v>', expected: ['s', '東京'] },
  { name: 'rich text', cell: 't="s"><v>1</v>', expected: ['s', '  rich太字'] },
  { name: 'escape', cell: 't="s"><v>2</v>', expected: ['s', 'a\r\nb'] },
  { name: 'CDATA', cell: 't="s"><v>3</v>', expected: ['s', '<&>'] },
  { name: 'inline runs', cell: 't="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is>', expected: ['s', 'inline'] },
  { name: 'a result of zero', cell: '><f>1-1</f><v>0</v>', expected: ['n', 0] },
  { name: 'a result of false', cell: 't="b"><f>1=2</f><v>0</v>', expected: ['b', false] },
  { name: 'a result of nothing', cell: 't="str"><f>""</f><v></v>', expected: ['s', ''] },
  { name: 'an error', cell: 't="e"><v>#DIV/0!</v>', expected: ['e', '#DIV/0!'] },
  { name: 'a date spelled out', cell: 't="d"><v>2024-04-01</v>', expected: ['d', '2024-04-01'] },
  { name: 'a child of a shared formula', cell: '><f t="shared" si="9"/><v>5</v>', expected: ['n', 5] },
  { name: 'seventeen digits', cell: '><v>0.30000000000000004</v>', expected: ['n', 0.1 + 0.2] },
  { name: 'an exponent', cell: '><v>1E-7</v>', expected: ['n', 1e-7] },
  { name: 'nothing but a style', cell: 's="0">', expected: undefined },
]

/** Reads the traps in the usual spelling, with prefixed names and without references; tells which were wrong. */
export async function readTraps(folder: string): Promise<{ traps: number; wrong: string[] }> {
  const letters = TRAPS.map((_, n) => String.fromCharCode(65 + n))
  const cells = (reference: boolean) =>
    TRAPS.map(({ cell }, n) => `<c ${reference ? `r="${letters[n]}1" ` : ''}${cell}</c>`).join('')
  const sheet = (row: string) => `<worksheet><sheetData>${row}</sheetData></worksheet>`
  const usual = sheet(`<row r="1">${cells(true)}</row>`)
  const spellings = {
    usual,
    prefixed: usual.replaceAll(/<(\/?)([a-z])/gi, '<$1x:$2'),
    unreferenced: sheet(`<row>${cells(false)}</row>`),
  }
  const wrong: string[] = []
  for (const [spelling, xml] of Object.entries(spellings)) {
    const path = join(folder, `trap-${spelling}.xlsx`)
    writeFileSync(path, makeXlsx({ sheet: xml, strings: STRINGS }))
    const reading = await readWithBindery(path)
    const read = 'error' in reading ? {} : (reading.sheets.表 ?? {})
    for (const [n, trap] of TRAPS.entries()) {
      if (JSON.stringify(read[`${letters[n]}1`]) !== JSON.stringify(trap.expected))
        wrong.push(`${spelling}: ${trap.name}`)
    }
  }
  return { traps: TRAPS.length * Object.keys(spellings).length, wrong }
}
