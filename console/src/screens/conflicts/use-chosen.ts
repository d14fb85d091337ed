import { useState } from 'react'

/** Which of a list are chosen; with a range from the one before. */
export function useChosen(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState(0)
  const there = ids.filter((id) => chosen.has(id))
  const choose = (index: number, isRange: boolean) => {
    const id = ids[index]
    if (id === undefined) return
    const next = new Set(there)
    if (isRange) {
      for (const each of ids.slice(Math.min(anchor, index), Math.max(anchor, index) + 1)) next.add(each)
    } else {
      if (!next.delete(id)) next.add(id)
      setAnchor(index)
    }
    setChosen(next)
  }
  const chooseAll = () => setChosen(new Set(there.length === ids.length ? [] : ids))
  return { chosen: new Set(there), choose, chooseAll }
}
