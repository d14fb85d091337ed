const NEAR = 0.8

/** How much of something is gone; red where little is left. */
export function Meter({ label, share }: { label: string; share: number }) {
  return (
    <svg className="meter" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className="meter-room" width="100" height="4" />
      <rect className={share >= NEAR ? 'meter-near' : 'meter-used'} width={Math.min(1, share) * 100} height="4" />
    </svg>
  )
}
