import { useSyncExternalStore } from 'react'

/** A value that all parts of the page see alike, and that changes them when it is set. */
export type Kept<T> = { get: () => T; set: (value: T) => void; listen: (heard: () => void) => () => void }

export function keep<T>(first: T): Kept<T> {
  let held = first
  const listeners = new Set<() => void>()
  return {
    get: () => held,
    set: (value) => {
      held = value
      for (const heard of listeners) heard()
    },
    listen: (heard) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}

/** The same, remembered by this browser, and alike in all its tabs. */
export function keepInBrowser<T extends string>(name: string, values: readonly T[], first: T): Kept<T> {
  const stored = localStorage.getItem(name)
  const kept = keep(values.find((value) => value === stored) ?? first)
  kept.listen(() => localStorage.setItem(name, kept.get()))
  addEventListener('storage', ({ key, newValue }) => {
    const value = values.find((each) => each === newValue)
    if (key === name && value) kept.set(value)
  })
  return kept
}

/** A list that is remembered by this browser, and alike in all its tabs. What is stored and is no such thing is left out. */
export function keepListInBrowser<T>(name: string, readEach: (stored: unknown) => T | null): Kept<readonly T[]> {
  const kept = keep<readonly T[]>(readList(localStorage.getItem(name), readEach))
  kept.listen(() => localStorage.setItem(name, JSON.stringify(kept.get())))
  addEventListener('storage', ({ key, newValue }) => {
    if (key === name) kept.set(readList(newValue, readEach))
  })
  return kept
}

function readList<T>(text: string | null, readEach: (stored: unknown) => T | null): readonly T[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.flatMap((each) => readEach(each) ?? []) : []
  } catch {
    return []
  }
}

export const useKept = <T>(kept: Kept<T>): T => useSyncExternalStore(kept.listen, kept.get)
