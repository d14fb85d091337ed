import type { Grid } from '../grid.ts'
import { MOST_COLUMNS, MOST_ROWS, parseBox } from './cell-reference.ts'
import type { DefinedName } from './workbook-part.ts'

type SheetNames = Pick<Grid, 'printTitles' | 'printArea' | 'definedNames'>

/** Names by which the program itself remembers things. */
const OWN = '_xlnm.'

/** What the names that a sheet knows mean for it. */
export function namesOfSheet(names: readonly DefinedName[]): SheetNames {
  const titles = ownName(names, 'Print_Titles')
  const area = ownName(names, 'Print_Area')
  return {
    printTitles: printTitles(titles),
    printArea: parseBox(withoutSheet(partsOf(area)[0] ?? '')),
    definedNames: names
      .filter(({ name, isHidden }) => !isHidden && !name.startsWith(OWN))
      .map(({ name, refersTo }) => ({ name, refersTo })),
  }
}

/** Such a name belongs to one sheet. */
function ownName(names: readonly DefinedName[], name: string): string {
  return names.find((found) => found.sheet !== null && found.name === OWN + name)?.refersTo ?? ''
}

function printTitles(refersTo: string): SheetNames['printTitles'] {
  let rows: readonly [number, number] | null = null
  let columns: readonly [number, number] | null = null
  for (const part of partsOf(refersTo)) {
    const box = parseBox(withoutSheet(part))
    if (!box) continue
    if (box.left === 0 && box.right === MOST_COLUMNS - 1) rows = [box.top, box.bottom]
    else if (box.top === 0 && box.bottom === MOST_ROWS - 1) columns = [box.left, box.right]
  }
  return { rows, columns }
}

/** `Sheet1!$A:$B,'a,b'!$1:$2`: a comma in quotes belongs to a name. */
function partsOf(refersTo: string): string[] {
  return refersTo.match(/(?:'(?:[^']|'')*'|[^,'])+/g) ?? []
}

function withoutSheet(reference: string): string {
  return reference.slice(reference.lastIndexOf('!') + 1).replaceAll('$', '')
}
