import type { Locale } from './common.ts'

/** A page's picture, with its size in CSS pixels. `dark` is for dark themes. */
export type BrandLogo = { light: string; dark: string | null; width: number; height: number }

/** The company's parts of a page. */
export type ShownBrand = { name: Record<Locale, string>; logo: BrandLogo | null }
