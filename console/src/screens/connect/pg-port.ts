/** The port of the PostgreSQL door, which the service writes into the page; null where it is closed. */
export function pgPort(): number | null {
  const port = Number(document.querySelector<HTMLMetaElement>('meta[name="bindery-pg-port"]')?.content)
  return Number.isInteger(port) && port > 0 ? port : null
}
