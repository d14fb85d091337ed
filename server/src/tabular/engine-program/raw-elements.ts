/** The elements of a JSON array as they are written: no digit of a number is touched. The text is our own, and well-formed. */
export function rawElements(array: string): string[] {
  const elements: string[] = []
  let depth = 0
  let start = 1
  for (let at = 1; at < array.length - 1; at++) {
    const mark = array[at]
    if (mark === '"') at = endOfString(array, at)
    else if (mark === '[' || mark === '{') depth++
    else if (mark === ']' || mark === '}') depth--
    else if (mark === ',' && depth === 0) {
      elements.push(array.slice(start, at))
      start = at + 1
    }
  }
  if (array.length > 2) elements.push(array.slice(start, array.length - 1))
  return elements
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
