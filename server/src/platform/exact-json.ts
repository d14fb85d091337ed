// Safe: Node has had both since version 22, and TypeScript's library has neither.
const exactJson = JSON as unknown as {
  parse: (text: string, revive: (key: string, value: unknown, context: { source?: string }) => unknown) => unknown
  rawJSON: (text: string) => object
}

/** Reads JSON so that JSON.stringify writes it again as it was: numbers that JavaScript would change stay texts of digits. */
export function parseExactly(text: string): unknown {
  return exactJson.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && source !== JSON.stringify(value)
      ? exactJson.rawJSON(source)
      : value,
  )
}
