/** As much of a browser as words need where they are read without one. Import it first. */
const kept = new Map<string, string>()

Object.assign(globalThis, {
  localStorage: { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => kept.set(name, value) },
  document: { cookie: '', documentElement: { dataset: {} } },
  addEventListener: () => undefined,
}) // biome-ignore format: one thing a line
