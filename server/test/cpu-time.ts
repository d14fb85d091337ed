/** The processor time of this process since then, in milliseconds: unlike the clock, it stays the same beside other work. */
export function startCpuClock(): () => number {
  const began = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1_000
  }
}
