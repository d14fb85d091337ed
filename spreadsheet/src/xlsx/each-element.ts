import { CLOSE, CUT, newXmlCursor, nextToken, OPEN, type XmlCursor } from './xml-cursor.ts'
import { inUtf8Whole } from './xml-encoding.ts'
import { corruptXml } from './xml-errors.ts'
import { tagName } from './xml-text.ts'

/** Called for each element as it opens: its local name and those around it, the innermost last. It may read on in the element. */
export type ElementVisitor = (x: XmlCursor, name: string, within: readonly string[]) => void

const DEEPEST = 256

/** Passes over a part that is in memory as a whole. */
export function eachElement(part: Buffer, visit: ElementVisitor) {
  const x = newXmlCursor(inUtf8Whole(part))
  const within: string[] = []
  for (;;) {
    const token = nextToken(x)
    if (token === CUT) break
    if (token === CLOSE) within.pop()
    if (token !== OPEN) continue
    const name = tagName(x)
    const { at, isEmpty } = x
    visit(x, name, within)
    // A visitor that read the element to its end has left it.
    if (isEmpty || x.at !== at) continue
    within.push(name)
    if (within.length > DEEPEST) throw corruptXml('its elements lie too deep in each other')
  }
  if (within.length > 0) throw corruptXml('it ends in the middle')
}
