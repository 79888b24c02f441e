import { isOneLine } from './clean.ts'

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const topLabel = String.raw`(?:\p{L}[\p{L}\p{M}]+|xn--[A-Za-z0-9-]{1,58}[A-Za-z0-9])`

/**
 * RFC 5322 dot-atom at a domain name, which may be internationalized. Mail servers rarely support other local parts.
 */
const address = new RegExp(String.raw`^(?=[^@]{1,64}@)${atom}(?:\.${atom})*@(?:${label}\.)+${topLabel}$`, 'u')

/** Whether a text is exactly one email address, without a display name. */
export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text) && isOneLine(text)

/** Converts full-width characters of Chinese and Japanese keyboards to ASCII. */
export const foldEmail = (text: string): string => text.normalize('NFKC').replaceAll('。', '.')
