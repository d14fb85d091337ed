import { type RefObject, useLayoutEffect, useState } from 'react'

/** The inner size of an element as it is now. */
export function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return
    const measure = () => setSize({ width: watched.clientWidth, height: watched.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}
