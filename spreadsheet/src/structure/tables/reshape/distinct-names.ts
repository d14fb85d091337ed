/** Names for columns: none empty, and none like another one. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, n) => {
    const base = name === '' ? `列${n + 1}` : name
    let distinct = base
    for (let count = 2; taken.has(distinct); count++) distinct = `${base}_${count}`
    taken.add(distinct)
    return distinct
  })
}
