/** A name as SQL reads it, whatever it holds. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
