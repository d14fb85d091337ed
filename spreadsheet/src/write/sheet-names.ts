const MOST_CHARACTERS = 31

/** What to call the tabs: as close to the names as Excel allows, each different from the others. */
export function legalSheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const legal = legalSheetName(name)
    let tab = legal
    for (let n = 2; taken.has(alike(tab)); n++) tab = shortened(legal, ` (${n})`)
    taken.add(alike(tab))
    return tab
  })
}

function legalSheetName(name: string): string {
  const replaced = name
    .toWellFormed()
    .replace(/[:\\/?*[\]\p{Cc}\ufffe\uffff]/gu, '_')
    // Apostrophes at the ends would end the name where a formula quotes it.
    .replace(/^'|'$/g, '_')
  const legal = shortened(replaced.trim() === '' ? 'Sheet' : replaced, '').replace(/'$/, '_')
  // Excel keeps this name for itself.
  return /^history$/i.test(legal) ? `${legal}_` : legal
}

/** Cut so that the suffix finds room, and no character is cut in half. */
function shortened(name: string, suffix: string): string {
  const kept = name.slice(0, MOST_CHARACTERS - suffix.length)
  return (/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept) + suffix
}

/** Excel takes names for the same that differ in case or width only. */
const alike = (name: string) => name.normalize('NFKC').toLowerCase()

/** As a formula names the sheet. */
export const quotedSheetName = (name: string) => `'${name.replaceAll("'", "''")}'`
