import styles from './Brand.module.css'

type Logo = { light: string; dark: string | null; width: number; height: number }

/** `logo` replaces the mark and the name; null for the name alone. */
export function Brand({ name, logo }: { name: string; logo?: Logo | null | undefined }) {
  if (logo) {
    const { light, dark, width, height } = logo
    return (
      <picture className={styles.brand}>
        {dark && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
        <img src={light} width={width} height={height} alt={name} />
      </picture>
    )
  }
  return (
    <span className={styles.brand}>
      {logo === undefined && (
        <svg viewBox="0 0 28 28" width="26" height="26" fill="none" aria-hidden="true">
          <path d="M6 10.5 14 4l8 6.5V22a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3z" fill="currentColor" />
          <circle cx="14" cy="11" r="2.2" fill="var(--paper)" />
          <path d="M10 17.5h8M10 20.7h5" stroke="var(--paper)" strokeWidth="1.8" strokeLinecap="round" />
        </svg>
      )}
      {name}
    </span>
  )
}
