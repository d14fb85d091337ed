import './progress.css'

/** How far something is; without a share, that it is under way. */
export function Progress({ label, share }: { label: string; share?: number | null | undefined }) {
  return (
    <div className="progress">
      <p>{label}</p>
      <progress aria-label={label} {...(share === null || share === undefined ? {} : { value: share, max: 1 })} />
    </div>
  )
}
