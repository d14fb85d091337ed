export type SandboxCheck = { name: string; ok: boolean; detail: string }

/** Names what is wrong; nothing, if the sandbox holds. */
export type Probe = () => Promise<readonly string[]>

/** A probe that fails for whatever reason has not shown that the sandbox holds. */
export async function check(name: string, probe: Probe): Promise<SandboxCheck> {
  try {
    const faults = await probe()
    return { name, ok: faults.length === 0, detail: faults.length === 0 ? 'holds' : faults.join('; ') }
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** The fault, unless the condition holds. */
export const faultUnless = (holds: boolean, fault: string): string[] => (holds ? [] : [fault])
